/**
 * The common errors of the client tier: the known errors that any of its calls can fail with, because of its request
 * format, key, project or session.
 */
import { AccessTokenExpired, InvalidProjectForAccessToken, UnparsableAccessToken } from "./access-token.ts"
import { NotAllowedWhileImpersonating } from "./impersonation.ts"
import type { AnyKnownError } from "./known-error.ts"
import {
  ClientAuthenticationRequired,
  InsufficientAccessType,
  InvalidPublishableClientKey,
  PublishableClientKeyRequiredForProject
} from "./project-authentication.ts"
import { ProjectNotFound } from "./project.ts"
import { AllOverloadsFailed, BodyParsingError, SchemaError } from "./protocol.ts"
import { BranchDoesNotExist, CurrentProjectNotFound } from "./request-project.ts"
import { AnonymousAuthenticationNotAllowed, RestrictedUserNotAllowed } from "./restricted-user.ts"

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
