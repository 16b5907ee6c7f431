/** Signing up, in and out: the same in every tier. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as PasswordApi from "../../core/api/password.ts"
import * as SessionsApi from "../../core/api/sessions.ts"
import { CallbackUrlMissing } from "../../core/errors/local-errors.ts"
import type { MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import { PasswordTooLong, type PasswordTooShort } from "../../core/errors/password.ts"
import { RequestError, TimedOut } from "../../core/errors/request-error.ts"
import type {
  EmailPasswordMismatch,
  PasswordAuthenticationNotEnabled,
  SignUpNotEnabled
} from "../../core/errors/sign-in.ts"
import type { UserEmailAlreadyExists } from "../../core/errors/user.ts"
import { call } from "../../core/call/call.ts"
import type { Navigation } from "../../core/navigation/navigation.ts"
import { PASSWORD_MAX_LENGTH } from "../../core/schema/fields.ts"
import { Session, signedOut } from "../../core/session/session.ts"
import { noTokens, type Tokens } from "../../core/session/tokens.ts"
import { callbackUrl } from "./callback-url.ts"
import type { ProjectOwnerSession } from "../project-owner.ts"
import type { CallParts } from "./parts.ts"
import { redacted, type SecretText } from "./redacted.ts"

/** An e-mail address and a password. */
export interface Credential {
  readonly email: string
  readonly password: SecretText
}

export interface SignUpInput extends Credential {
  /**
   * Where the link in the verification mail leads: a page of a trusted domain. In a browser it is the page
   * `emailVerification` of the handler unless given.
   */
  readonly verificationCallbackUrl?: string | undefined
}

export type SignUpError =
  | PasswordAuthenticationNotEnabled
  | PasswordTooShort
  | PasswordTooLong
  | SignUpNotEnabled
  | UserEmailAlreadyExists
  | CallbackUrlMissing
  | RequestError

export type SignInError =
  | PasswordAuthenticationNotEnabled
  | EmailPasswordMismatch
  | MultiFactorAuthenticationRequired
  | RequestError

/** The part of a tier that is about the session. */
export interface CredentialCalls {
  /** Creates a user and signs them in. */
  readonly signUpWithCredential: (input: SignUpInput) => Effect.Effect<void, SignUpError>
  /** Signs in; whoever was signed in before is replaced. */
  readonly signInWithCredential: (input: Credential) => Effect.Effect<void, SignInError>
  /**
   * Signs out. Here that happens at once and always; the failure says that the service could not be told, so that the
   * session lives on there until it expires.
   */
  readonly signOut: Effect.Effect<void, RequestError>
  /** The tokens of the session, refreshed if need be. */
  readonly tokens: Effect.Effect<Tokens, RequestError>
  /** The tokens as they are kept: nothing is refreshed, nothing is sent. */
  readonly stored: Effect.Effect<Tokens>
  /** Calls the listener after each sign-in, sign-out and refresh; gives back how to stop that. */
  readonly onSessionChange: (listener: () => void) => () => void
  readonly projectId: string
  /** For the option `projectOwnerSession` of the admin tier, where this is the internal project. */
  readonly asProjectOwner: ProjectOwnerSession
  /** The pages of sign-in, and how to go there. */
  readonly navigation: Navigation["Service"]
}

/** How long the service has to hear of a sign-out, which here is over already: nobody waits longer for a dead one. */
const SIGN_OUT_MILLIS = 3000

export const credentialCalls = ({ bind, navigation, owner, projectId, session }: CallParts): CredentialCalls => ({
  signUpWithCredential: Effect.fnUntraced(function*(input) {
    const password = redacted(input.password)
    if (Redacted.value(password).length > PASSWORD_MAX_LENGTH) {
      return yield* new PasswordTooLong({ maxLength: PASSWORD_MAX_LENGTH })
    }
    const verificationCallbackUrl = yield* callbackUrl(
      input.verificationCallbackUrl,
      "emailVerification",
      navigation,
      new CallbackUrlMissing({ option: "verificationCallbackUrl" })
    )
    const body = { email: input.email, password, verificationCallbackUrl }
    yield* session.start(yield* bind(call(PasswordApi.signUp, { body })))
  }),
  signInWithCredential: Effect.fnUntraced(function*(input) {
    const body = { email: input.email, password: redacted(input.password) }
    yield* session.start(yield* bind(call(PasswordApi.signIn, { body })))
  }),
  signOut: Effect.gen(function*() {
    const { refreshToken } = yield* session.stored
    yield* session.end
    if (refreshToken === null) return
    // The refresh token alone: an access token that has expired would be refused before the session is looked at.
    const leaving = { ...signedOut, tokens: Effect.succeed({ ...noTokens, refreshToken }) }
    yield* bind(Effect.provideService(call(SessionsApi.signOut), Session, leaving)).pipe(
      Effect.catchTag("RefreshTokenNotFoundOrExpired", () => Effect.void),
      Effect.timeoutOrElse({
        duration: SIGN_OUT_MILLIS,
        orElse: () =>
          new RequestError({
            endpoint: SessionsApi.signOut.name,
            reason: new TimedOut({ limit: "call", millis: SIGN_OUT_MILLIS })
          })
      })
    )
  }),
  tokens: session.tokens,
  stored: session.stored,
  onSessionChange: session.subscribe,
  projectId,
  asProjectOwner: owner,
  navigation
})
