/**
 * Common errors: the known errors that any call can fail with, because of its request format, keys, project or session.
 *
 * A call decodes those of its tier besides the errors that its endpoint declares.
 */
import { NotAllowedWhileImpersonating } from "./impersonation.ts"
import type { AnyKnownError } from "./known-error.ts"
import {
  AccessTypeRequired,
  AccessTypeWithoutProjectId,
  AdminAccessTokenExpired,
  AdminAccessTokenIsNotAdmin,
  AdminAuthenticationRequired,
  ClientAuthenticationRequired,
  InsufficientAccessType,
  InvalidAccessType,
  InvalidProjectForAdminAccessToken,
  InvalidPublishableClientKey,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  ProjectKeyWithoutAccessType,
  PublishableClientKeyRequiredForProject,
  ServerAuthenticationRequired,
  UnparsableAdminAccessToken
} from "./project-authentication.ts"
import { BranchDoesNotExist, CurrentProjectNotFound, ProjectNotFound } from "./project.ts"
import { AllOverloadsFailed, BodyParsingError, SchemaError } from "./protocol.ts"
import { AnonymousAuthenticationNotAllowed, RestrictedUserNotAllowed } from "./restricted-user.ts"
import { AccessTokenExpired, InvalidProjectForAccessToken, UnparsableAccessToken } from "./access-token.ts"

/** The common errors of the client tier. The last six are those of services since Stack Auth 2.8 or an extension. */
export const clientErrors = [
  BodyParsingError,
  SchemaError,
  AllOverloadsFailed,
  InsufficientAccessType,
  InvalidPublishableClientKey,
  ClientAuthenticationRequired,
  UnparsableAccessToken,
  AccessTokenExpired,
  InvalidProjectForAccessToken,
  ProjectNotFound,
  CurrentProjectNotFound,
  BranchDoesNotExist,
  PublishableClientKeyRequiredForProject,
  AnonymousAuthenticationNotAllowed,
  RestrictedUserNotAllowed,
  NotAllowedWhileImpersonating
] as const satisfies ReadonlyArray<AnyKnownError>

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
export type CommonError = (typeof commonErrors)[number]["Type"]
