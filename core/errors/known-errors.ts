/**
 * All known errors, and the schema union of all of them. Bundles that use a value of this file hold every error class.
 */
import * as Schema from "effect/Schema"
import {
  AccessTypeRequired,
  AccessTypeWithoutProjectId,
  AdminAccessTokenExpired,
  AdminAccessTokenIsNotAdmin,
  AdminAuthenticationRequired,
  ClientAuthenticationRequired,
  ClientOrAdminAuthenticationRequired,
  ClientOrServerAuthenticationRequired,
  ClientOrServerOrAdminAuthenticationRequired,
  ExpectedInternalProject,
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
import { ApiKeyNotFound, EmailTemplateAlreadyExists, ProjectNotFound, RedirectUrlNotWhitelisted } from "./project.ts"
import { type AnyKnownError, errorBody, isOneOf } from "./known-error.ts"
import { InvalidTotpCode, MultiFactorAuthenticationRequired } from "./multi-factor.ts"
import {
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  EmailAlreadyVerified,
  EmailIsNotPrimaryEmail,
  EmailNotAssociatedWithUser
} from "./contact-channel.ts"
import {
  InvalidAuthorizationCode,
  InvalidOAuthClientIdOrSecret,
  InvalidScope,
  InvalidSharedOAuthProviderId,
  InvalidStandardOAuthProviderId,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthProviderAccessDenied,
  OAuthProviderNotFoundOrNotEnabled,
  OuterOAuthTimeout,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "./oauth.ts"
import {
  PasskeyAuthenticationFailed,
  PasskeyAuthenticationNotEnabled,
  PasskeyRegistrationFailed,
  PasskeyWebAuthnError
} from "./passkey.ts"
import {
  EmailPasswordMismatch,
  PasswordAuthenticationNotEnabled,
  PasswordConfirmationMismatch,
  PasswordTooLong,
  PasswordTooShort,
  UserDoesNotHavePassword
} from "./password.ts"
import {
  ContainedPermissionNotFound,
  PermissionNotFound,
  TeamMembershipAlreadyExists,
  TeamMembershipNotFound,
  TeamNotFound,
  TeamPermissionNotFound,
  TeamPermissionRequired
} from "./team.ts"
import { AllOverloadsFailed, BodyParsingError, SchemaError, UnsupportedError } from "./protocol.ts"
import {
  AccessTokenExpired,
  InvalidProjectForAccessToken,
  ProviderRejected,
  RefreshTokenNotFoundOrExpired,
  UnparsableAccessToken
} from "./session.ts"
import {
  CannotGetOwnUserWithoutUser,
  SignUpNotEnabled,
  UserAuthenticationRequired,
  UserEmailAlreadyExists,
  UserIdDoesNotExist,
  UserNotFound
} from "./user.ts"
import {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "./verification-code.ts"

/** Every known-error class, in the order of the catalogue. For the service and tests only. */
export const knownErrors = [
  UnsupportedError,
  BodyParsingError,
  SchemaError,
  AllOverloadsFailed,
  ProjectKeyWithoutAccessType,
  InvalidAccessType,
  AccessTypeWithoutProjectId,
  AccessTypeRequired,
  InsufficientAccessType,
  InvalidPublishableClientKey,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  UnparsableAdminAccessToken,
  AdminAccessTokenExpired,
  InvalidProjectForAdminAccessToken,
  AdminAccessTokenIsNotAdmin,
  ClientAuthenticationRequired,
  ServerAuthenticationRequired,
  ClientOrServerAuthenticationRequired,
  ClientOrAdminAuthenticationRequired,
  ClientOrServerOrAdminAuthenticationRequired,
  AdminAuthenticationRequired,
  ExpectedInternalProject,
  UnparsableAccessToken,
  AccessTokenExpired,
  InvalidProjectForAccessToken,
  ProviderRejected,
  RefreshTokenNotFoundOrExpired,
  UserEmailAlreadyExists,
  CannotGetOwnUserWithoutUser,
  UserIdDoesNotExist,
  UserNotFound,
  UserAuthenticationRequired,
  ApiKeyNotFound,
  ProjectNotFound,
  SignUpNotEnabled,
  PasswordAuthenticationNotEnabled,
  PasskeyAuthenticationNotEnabled,
  EmailPasswordMismatch,
  RedirectUrlNotWhitelisted,
  PasswordTooShort,
  PasswordTooLong,
  UserDoesNotHavePassword,
  PasswordConfirmationMismatch,
  VerificationCodeNotFound,
  VerificationCodeExpired,
  VerificationCodeAlreadyUsed,
  VerificationCodeMaxAttemptsReached,
  EmailAlreadyVerified,
  EmailNotAssociatedWithUser,
  EmailIsNotPrimaryEmail,
  PasskeyRegistrationFailed,
  PasskeyWebAuthnError,
  PasskeyAuthenticationFailed,
  PermissionNotFound,
  ContainedPermissionNotFound,
  TeamNotFound,
  TeamMembershipNotFound,
  TeamMembershipAlreadyExists,
  TeamPermissionRequired,
  TeamPermissionNotFound,
  EmailTemplateAlreadyExists,
  OAuthConnectionNotConnectedToUser,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  InvalidOAuthClientIdOrSecret,
  InvalidScope,
  UserAlreadyConnectedToAnotherOAuthConnection,
  OuterOAuthTimeout,
  OAuthProviderNotFoundOrNotEnabled,
  InvalidSharedOAuthProviderId,
  InvalidStandardOAuthProviderId,
  InvalidAuthorizationCode,
  OAuthProviderAccessDenied,
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  MultiFactorAuthenticationRequired,
  InvalidTotpCode
] as const satisfies ReadonlyArray<AnyKnownError>

/**
 * Codec between any known error and its body on the wire, `{ code, error, details? }`.
 *
 * @example const error = yield* Schema.decodeUnknownEffect(KnownError)(body)
 */
export const KnownError = Schema.Union(knownErrors.map((known) => errorBody<KnownError>(known)))

/** An instance of any known-error class. */
export type KnownError = (typeof knownErrors)[number]["Type"]

/** True for an instance of any known-error class. For the service and tests only. */
export const isKnownError = isOneOf<KnownError>(knownErrors)

const byCode: ReadonlyMap<string, AnyKnownError<KnownError>> = new Map(knownErrors.map((known) => [known.code, known]))

/** The class of a code on the wire, or undefined if the catalogue has no such code. For the service and tests only. */
export const knownErrorByCode = (code: string): AnyKnownError<KnownError> | undefined => byCode.get(code)
