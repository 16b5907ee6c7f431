/**
 * Lists all known errors. A bundle that uses a value of this file contains every error class.
 */
import * as AccessTokenErrors from "./access-token.ts"
import * as ApiKeyErrors from "./api-key.ts"
import * as CommandLineErrors from "./command-line.ts"
import * as ContactChannelErrors from "./contact-channel.ts"
import * as ImpersonationErrors from "./impersonation.ts"
import * as LimitErrors from "./limit-reached.ts"
import * as MultiFactorErrors from "./multi-factor.ts"
import * as OAuthErrors from "./oauth.ts"
import * as OAuthAccountErrors from "./oauth-account.ts"
import * as OAuthClientErrors from "./oauth-client.ts"
import * as OutgoingMailErrors from "./outgoing-mail.ts"
import * as OwnUserErrors from "./own-user.ts"
import * as PasskeyErrors from "./passkey.ts"
import * as PasswordErrors from "./password.ts"
import * as PasswordChangeErrors from "./password-change.ts"
import * as PasswordRuleErrors from "./password-rules.ts"
import * as ProjectAuthenticationErrors from "./project-authentication.ts"
import * as ProjectErrors from "./project.ts"
import * as ProtocolErrors from "./protocol.ts"
import * as RecoveryCodeErrors from "./recovery-code.ts"
import * as RedirectUrlErrors from "./redirect-url.ts"
import * as RefreshTokenErrors from "./refresh-token.ts"
import * as RequestProjectErrors from "./request-project.ts"
import * as RestrictedUserErrors from "./restricted-user.ts"
import * as SessionErrors from "./session.ts"
import * as SignUpProofErrors from "./sign-up-proof.ts"
import * as TeamRoleErrors from "./team-role.ts"
import * as TeamErrors from "./team.ts"
import * as UserErrors from "./user.ts"
import * as VerificationCodeErrors from "./verification-code.ts"
import * as WebhookErrors from "./webhook.ts"
import { type AnyKnownError, isOneOf } from "./known-error.ts"

/** The modules that declare known errors. */
const groups = [
  AccessTokenErrors,
  ApiKeyErrors,
  CommandLineErrors,
  ContactChannelErrors,
  ImpersonationErrors,
  LimitErrors,
  MultiFactorErrors,
  OAuthErrors,
  OAuthAccountErrors,
  OAuthClientErrors,
  OutgoingMailErrors,
  OwnUserErrors,
  PasskeyErrors,
  PasswordErrors,
  PasswordChangeErrors,
  PasswordRuleErrors,
  ProjectAuthenticationErrors,
  ProjectErrors,
  ProtocolErrors,
  RecoveryCodeErrors,
  RedirectUrlErrors,
  RefreshTokenErrors,
  RequestProjectErrors,
  RestrictedUserErrors,
  SessionErrors,
  SignUpProofErrors,
  TeamRoleErrors,
  TeamErrors,
  UserErrors,
  VerificationCodeErrors,
  WebhookErrors
] as const

type ExportsOf<Group> = Group extends unknown ? Group[keyof Group] : never

type KnownErrorClass = Extract<ExportsOf<(typeof groups)[number]>, AnyKnownError>

const isKnownErrorClass = (value: unknown): value is KnownErrorClass =>
  typeof value === "function" && "detailNames" in value

/** Every known-error class. For the service and tests only. */
export const knownErrors: ReadonlyArray<KnownErrorClass> = groups.flatMap((group) =>
  Object.values<unknown>(group).filter(isKnownErrorClass)
)

/** An instance of any known-error class. */
export type KnownError = InstanceType<(typeof knownErrors)[number]>

/** True for an instance of any known-error class. For the service and tests only. */
export const isKnownError = isOneOf<KnownError>(knownErrors)

const byCode: ReadonlyMap<string, AnyKnownError<KnownError>> = new Map(knownErrors.map((known) => [known.code, known]))

/** Returns the class of an error code; undefined if the catalogue does not have it. For the service and tests only. */
export const knownErrorByCode = (code: string): AnyKnownError<KnownError> | undefined => byCode.get(code)
