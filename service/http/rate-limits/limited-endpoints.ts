/** Which endpoints are limited, and what says which account a call is about. */
import {
  ContactChannelsApi,
  MfaApi,
  OAuthApi,
  OtpApi,
  PasskeyApi,
  PasswordApi,
  TeamInvitationsApi
} from "../../../core/api/index.ts"
import { OTP_LENGTH, VERIFICATION_CODE_LENGTH } from "../../../core/schema/fields/verification-code.ts"
import type { CodeKind } from "../../resources/verification-codes/verification-code-store.ts"
import type { LimitKind } from "./limits.ts"

/** The parts of a call that limits read, before they are validated. */
export interface LimitedRequest {
  readonly body: unknown
  /** The user of the access token. */
  readonly userId: string | null
}

export interface LimitedEndpoint {
  readonly kind: LimitKind
  /** Whom it is about; `null` if it does not tell. */
  readonly account: (request: LimitedRequest) => string | null
  /** The project of a call without the headers of one. Without this, such calls are not limited. */
  readonly project?: (query: Readonly<Record<string, string>>) => string
  /** The code in the request is of this kind, and counts for its user: with the next code they are guessed at again. */
  readonly codeOf?: CodeKind
}

/** Longer texts are refused by every schema, so their ends do not matter. */
const MAX_ACCOUNT = 320

const textIn = (body: unknown, field: string): string | null => {
  if (typeof body !== "object" || body === null) return null
  const value: unknown = Reflect.get(body, field)
  return typeof value === "string" ? value.slice(0, MAX_ACCOUNT).toLowerCase() : null
}

const byEmail = ({ body }: LimitedRequest) => textIn(body, "email")

/** The code in a request, as it is stored. */
export const codeIn = ({ body }: LimitedRequest) => textIn(body, "code")

/** A code without the part that is typed: guesses of one mail's code have the rest in common (wire, section 6). */
const byCode = (request: LimitedRequest) => codeIn(request)?.slice(OTP_LENGTH, VERIFICATION_CODE_LENGTH) ?? null

const byUser = ({ userId }: LimitedRequest) => userId

const attempts = (account: LimitedEndpoint["account"]): LimitedEndpoint => ({ kind: "attempts", account })
const requests = (account: LimitedEndpoint["account"]): LimitedEndpoint => ({ kind: "requests", account })

/** By the name of the endpoint. */
export const limitedEndpoints: ReadonlyMap<string, LimitedEndpoint> = new Map([
  // Each call stores a flow. A browser comes here without the headers of a project.
  [OAuthApi.authorize.name, { ...requests(() => null), project: ({ client_id }) => client_id ?? "" }],
  [PasswordApi.signIn.name, attempts(byEmail)],
  [PasswordApi.signUp.name, requests(byEmail)],
  [PasswordApi.sendResetCode.name, requests(byEmail)],
  [PasswordApi.reset.name, attempts(byCode)],
  [PasswordApi.checkResetCode.name, attempts(byCode)],
  [PasswordApi.update.name, attempts(byUser)],
  [OtpApi.sendSignInCode.name, requests(byEmail)],
  [OtpApi.signIn.name, attempts(byCode)],
  [OtpApi.checkSignInCode.name, attempts(byCode)],
  [MfaApi.signIn.name, { ...attempts(byCode), codeOf: "mfa_attempt" }],
  [PasskeyApi.initiateRegistration.name, requests(byUser)],
  [PasskeyApi.register.name, attempts(byUser)],
  [PasskeyApi.initiateAuthentication.name, requests(() => null)],
  [PasskeyApi.signIn.name, attempts(byCode)],
  [ContactChannelsApi.sendVerificationCode.name, requests(byUser)],
  [ContactChannelsApi.sendPrimaryVerificationCode.name, requests(byUser)],
  [ContactChannelsApi.verify.name, attempts(byCode)],
  [ContactChannelsApi.checkVerificationCode.name, attempts(byCode)],
  [TeamInvitationsApi.sendCode.name, requests(byUser)],
  [TeamInvitationsApi.accept.name, attempts(byCode)],
  [TeamInvitationsApi.checkCode.name, attempts(byCode)],
  [TeamInvitationsApi.details.name, attempts(byCode)]
])
