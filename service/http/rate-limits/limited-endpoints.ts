/** The rate-limited endpoints, and how to find the account of a call. */
import {
  AnonymousApi,
  CommandLineApi,
  ContactChannelsApi,
  MfaApi,
  OAuthApi,
  OtpApi,
  PasskeyApi,
  PasswordApi,
  RecoveryCodesApi,
  SignUpProofApi,
  TeamApiKeysApi,
  TeamInvitationsApi,
  UserApiKeysApi
} from "../../../core/api/index.ts"
import { OTP_LENGTH, VERIFICATION_CODE_LENGTH } from "../../../core/schema/fields/code-length.ts"
import { projectOfClient } from "../../resources/oauth/client-credentials.ts"
import type { VerificationCodeKind } from "../../resources/verification-codes/verification-code-store.ts"
import type { LimitKind } from "../../../core/schema/rate-limits-setting.ts"
import { PASSWORD_SUCCESS } from "./limits.ts"

/** The fields of a call that limits read. They are not validated yet. */
export interface LimitedRequest {
  readonly body: unknown
  /** The user of the access token. */
  readonly userId: string | null
}

export interface LimitedEndpoint {
  readonly kind: LimitKind
  /** Returns the account of a call; `null` if it names none. */
  readonly account: (request: LimitedRequest) => string | null
  /** The project of a call without the headers of one. Without this, such calls are not limited. */
  readonly project?: (query: Readonly<Record<string, string>>) => string
  /**
   * Counts the call for the user of the code in it, which is of this kind, so that a new code does not reset the limit.
   * The code proves the first factor, so the calls of all addresses are limited together, too.
   */
  readonly codeOf?: VerificationCodeKind
  /** The tokens that a successful attempt takes. Default: 0. */
  readonly successCost?: number
}

/** The maximum length of an account in any schema. */
const MAX_ACCOUNT = 320

const textIn = (body: unknown, field: string): string | null => {
  if (typeof body !== "object" || body === null) return null
  const value: unknown = Reflect.get(body, field)
  return typeof value === "string" ? value.slice(0, MAX_ACCOUNT).toLowerCase() : null
}

const byEmail = ({ body }: LimitedRequest) => textIn(body, "email")

/** Returns the code in a request as it is stored. */
export const codeIn = ({ body }: LimitedRequest) => textIn(body, "code")

/** Returns a code without its short part, so that guesses at the short code of one mail share a bucket. */
const byCode = (request: LimitedRequest) => codeIn(request)?.slice(OTP_LENGTH, VERIFICATION_CODE_LENGTH) ?? null

const byLoginCode = ({ body }: LimitedRequest) => textIn(body, "login_code")

const byUser = ({ userId }: LimitedRequest) => userId

const attempts = (account: LimitedEndpoint["account"]): LimitedEndpoint => ({ kind: "attempts", account })
const requests = (account: LimitedEndpoint["account"]): LimitedEndpoint => ({ kind: "requests", account })

/** By the name of the endpoint, which is its method and path. The table of docs/rate-limits.md lists them. */
export const limitedEndpoints: ReadonlyMap<string, LimitedEndpoint> = new Map([
  // Each call stores a flow. Browsers send no project headers here.
  [OAuthApi.authorize.name, { ...requests(() => null), project: ({ client_id = "" }) => projectOfClient(client_id) }],
  // Each call stores a code.
  [OAuthApi.authorizeCrossDomain.name, requests(byUser)],
  // Each call stores a user: the smaller bucket of an account, for each address.
  [AnonymousApi.signUp.name, requests(() => "anonymous users")],
  // Each call stores a sign-in.
  [CommandLineApi.start.name, requests(() => "command-line sign-ins")],
  [CommandLineApi.poll.name, attempts(({ body }) => textIn(body, "polling_code"))],
  [CommandLineApi.complete.name, attempts(byLoginCode)],
  [CommandLineApi.deny.name, attempts(byLoginCode)],
  [PasswordApi.signIn.name, { ...attempts(byEmail), successCost: PASSWORD_SUCCESS }],
  [PasswordApi.signUp.name, requests(byEmail)],
  [SignUpProofApi.getChallenge.name, requests(() => null)],
  [PasswordApi.sendResetCode.name, requests(byEmail)],
  [PasswordApi.reset.name, attempts(byCode)],
  [PasswordApi.checkResetCode.name, attempts(byCode)],
  [PasswordApi.update.name, { ...attempts(byUser), successCost: PASSWORD_SUCCESS }],
  [OtpApi.sendSignInCode.name, requests(byEmail)],
  [OtpApi.signIn.name, attempts(byCode)],
  [OtpApi.checkSignInCode.name, attempts(byCode)],
  [MfaApi.signIn.name, { ...attempts(byCode), codeOf: "mfa_attempt" }],
  [MfaApi.signInWithRecoveryCode.name, { ...attempts(byCode), codeOf: "mfa_attempt" }],
  // Each call hashes ten codes.
  [RecoveryCodesApi.generate.name, requests(byUser)],
  [PasskeyApi.initiateRegistration.name, requests(byUser)],
  [PasskeyApi.register.name, attempts(byUser)],
  [PasskeyApi.initiateAuthentication.name, requests(() => null)],
  [PasskeyApi.signIn.name, attempts(byCode)],
  // Each call can reveal whether an address is in use.
  [ContactChannelsApi.create.name, requests(byUser)],
  [ContactChannelsApi.update.name, requests(byUser)],
  [ContactChannelsApi.sendVerificationCode.name, requests(byUser)],
  [ContactChannelsApi.sendPrimaryVerificationCode.name, requests(byUser)],
  [ContactChannelsApi.verify.name, attempts(byCode)],
  [ContactChannelsApi.checkVerificationCode.name, attempts(byCode)],
  // Each call stores a key.
  [UserApiKeysApi.create.name, requests(byUser)],
  [TeamApiKeysApi.create.name, requests(byUser)],
  [TeamInvitationsApi.sendCode.name, requests(byUser)],
  [TeamInvitationsApi.accept.name, attempts(byCode)],
  [TeamInvitationsApi.acceptReceived.name, attempts(byUser)],
  [TeamInvitationsApi.checkCode.name, attempts(byCode)],
  [TeamInvitationsApi.details.name, attempts(byCode)]
])
