/**
 * The known errors that any call can meet: about the form of its request, its keys, its project and its session.
 *
 * A call decodes those of its tier besides the ones it declares.
 */
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
  ServerAuthenticationRequired,
  UnparsableAdminAccessToken
} from "./project-authentication.ts"
import { ProjectNotFound } from "./project.ts"
import { AllOverloadsFailed, BodyParsingError, SchemaError } from "./protocol.ts"
import { AccessTokenExpired, InvalidProjectForAccessToken, UnparsableAccessToken } from "./session.ts"

/** The classes that every call decodes, in every tier. */
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
  ProjectNotFound
] as const satisfies ReadonlyArray<AnyKnownError>

/**
 * What calls of the server and admin tiers decode besides: their keys, admin access tokens, and headers that a gateway
 * lost on the way. Apart from the others, so that no browser loads them.
 */
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

/** Both: whatever a call can meet that it does not declare. */
export const commonErrors = [...clientErrors, ...serverErrors] as const

/** An error that any call can meet. */
export type CommonError = (typeof commonErrors)[number]["Type"]
