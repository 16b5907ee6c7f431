/**
 * Common errors: the known errors that any call can fail with, because of its request format, keys, project or session.
 *
 * A call decodes those of its tier besides the errors that its endpoint declares.
 */
import { clientErrors } from "./client-errors.ts"
import type { AnyKnownError } from "./known-error.ts"
import {
  AccessTypeRequired,
  AccessTypeWithoutProjectId,
  AdminAccessTokenExpired,
  AdminAccessTokenIsNotAdmin,
  AdminAuthenticationRequired,
  InvalidAccessType,
  InvalidProjectForAdminAccessToken,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  ProjectKeyWithoutAccessType,
  ServerAuthenticationRequired,
  UnparsableAdminAccessToken
} from "./project-authentication.ts"

/** The common errors of the server and admin tiers only: about their keys, admin access tokens and lost headers. */
export const serverErrors = [
  ProjectKeyWithoutAccessType,
  InvalidAccessType,
  AccessTypeWithoutProjectId,
  AccessTypeRequired,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  UnparsableAdminAccessToken,
  AdminAccessTokenExpired,
  InvalidProjectForAdminAccessToken,
  AdminAccessTokenIsNotAdmin,
  ServerAuthenticationRequired,
  AdminAuthenticationRequired
] as const satisfies ReadonlyArray<AnyKnownError>

/** The common errors of all tiers. */
export const commonErrors = [...clientErrors, ...serverErrors] as const

/** An instance of any common error. */
export type CommonError = InstanceType<(typeof commonErrors)[number]>
