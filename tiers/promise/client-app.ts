/**
 * The client tier as plain promises, for programs without Effect. No behaviour lives here: every method runs the effect
 * of the same name.
 *
 * @example
 * const app = createClientApp({ projectId, publishableClientKey, tokenStore: "cookie" })
 * const result = await app.signInWithCredential({ email, password })
 * if (result.status === "error") show(result.error.message)
 * const user = await app.getUser()
 */
import * as Effect from "effect/Effect"
import { UserNotSignedIn } from "../../core/errors/local-errors.ts"
import type { MultiFactorAuthenticationRequired } from "../../core/errors/multi-factor.ts"
import type { PasswordRequirementsNotMet } from "../../core/errors/password.ts"
import type { EmailPasswordMismatch } from "../../core/errors/sign-in.ts"
import type { UserEmailAlreadyExists } from "../../core/errors/user.ts"
import type { VerificationCodeError } from "../../core/errors/verification-code.ts"
import { OnWaiting, type Waiting } from "../../core/http/retry.ts"
import type { NavigateOptions } from "../../core/navigation/navigation.ts"
import type { HandlerUrls } from "../../core/navigation/urls.ts"
import type { Project } from "../../core/schema/project.ts"
import { type ClientCalls, type ClientOptions, make } from "../client.ts"
import type { TokenStoreOption } from "../token-store.ts"
import type { SignUpInput, Credential } from "../calls/credential.ts"
import type { TeamInvitationDetails } from "../calls/invitation-codes.ts"
import type { SecretText } from "../calls/redacted.ts"
import { type CurrentUser, currentUser } from "./current-user.ts"
import { type Result, toResult } from "./result.ts"

export interface ClientAppOptions extends ClientOptions {
  /** Is told whenever a call waits before it is tried again, and until when. */
  readonly onWaiting?: ((waiting: Waiting) => void) | undefined
}

export interface GetUserOptions {
  /** What happens when nobody is signed in. Default `return-null`. `redirect` goes to the sign-in page. */
  readonly or?: "redirect" | "throw" | "return-null"
  /** Whose session: another store than the app's. */
  readonly tokenStore?: TokenStoreOption
}

interface RedirectOption {
  /** Stay on this page. Default `false`. */
  readonly noRedirect?: boolean
}

const codeErrors = [
  "VerificationCodeNotFound",
  "VerificationCodeExpired",
  "VerificationCodeAlreadyUsed",
  "VerificationCodeMaxAttemptsReached"
] as const

type RedirectTarget = "afterSignIn" | "afterSignUp" | "afterSignOut"

/** Methods are bound to their app, so that they can be handed on: `onClick={app.signOut}`. */
export class ClientApp {
  readonly projectId: string
  readonly urls: HandlerUrls
  readonly #client: ClientCalls
  readonly #onWaiting: ((waiting: Waiting) => void) | undefined

  /** Throws `ConfigurationError` when an option is missing or cannot be right. */
  constructor(options: ClientAppOptions) {
    this.#client = Effect.runSync(make(options))
    this.#onWaiting = options.onWaiting
    this.projectId = this.#client.projectId
    this.urls = this.#client.navigation.urls
  }

  readonly getUser = ((asked: GetUserOptions = {}) =>
    this.#run(Effect.gen({ self: this }, function*() {
      const of = asked.tokenStore === undefined ? this.#client : yield* this.#client.withTokenStore(asked.tokenStore)
      const user = yield* of.getUser
      if (user !== null) return currentUser(user, of, this.#signOutOf(of), this.#run)
      if (asked.or === "throw") return yield* new UserNotSignedIn()
      if (asked.or === "redirect") yield* of.navigation.goTo("signIn", { replace: true })
      return null
    }))) as {
      (options: GetUserOptions & { readonly or: "throw" }): Promise<CurrentUser>
      (options?: GetUserOptions): Promise<CurrentUser | null>
    }

  readonly getProject = (): Promise<Project> => this.#run(this.#client.getProject)

  /** Then goes to the page `afterSignIn`. */
  readonly signInWithCredential = (
    input: Credential & RedirectOption
  ): Promise<Result<void, EmailPasswordMismatch | MultiFactorAuthenticationRequired>> =>
    toResult(this.#watched(Effect.andThen(this.#client.signInWithCredential(input), this.#then("afterSignIn", input))), [
      "EmailPasswordMismatch",
      "MultiFactorAuthenticationRequired"
    ])

  /** Then goes to the page `afterSignUp`. */
  readonly signUpWithCredential = (
    input: SignUpInput & RedirectOption
  ): Promise<Result<void, UserEmailAlreadyExists | PasswordRequirementsNotMet>> =>
    toResult(this.#watched(Effect.andThen(this.#client.signUpWithCredential(input), this.#then("afterSignUp", input))), [
      "UserEmailAlreadyExists",
      "PasswordTooShort",
      "PasswordTooLong"
    ])

  /** Is the code of an invitation good? Leaves it unused. */
  readonly verifyTeamInvitationCode = (code: SecretText): Promise<Result<void, VerificationCodeError>> =>
    toResult(this.#watched(this.#client.verifyTeamInvitationCode(code)), codeErrors)

  /** Which team an invitation leads into. Leaves the code unused. */
  readonly getTeamInvitationDetails = (
    code: SecretText
  ): Promise<Result<TeamInvitationDetails, VerificationCodeError>> =>
    toResult(this.#watched(this.#client.getTeamInvitationDetails(code)), codeErrors)

  /** Joins the team that the invitation leads into. */
  readonly acceptTeamInvitation = (code: SecretText): Promise<Result<void, VerificationCodeError>> =>
    toResult(this.#watched(this.#client.acceptTeamInvitation(code)), codeErrors)

  /** Then goes to `redirectUrl`, or the page `afterSignOut`, also when it rejects because the service is unreachable. */
  readonly signOut = (options?: { readonly redirectUrl?: string }): Promise<void> =>
    this.#signOutOf(this.#client)(options)

  /** Goes to one of the pages. */
  readonly redirectTo = (page: keyof HandlerUrls, options?: NavigateOptions): Promise<void> =>
    this.#run(this.#client.navigation.goTo(page, options))

  /** Calls the listener after each sign-in, sign-out and refresh; gives back how to stop that. */
  readonly onSessionChange = (listener: () => void): () => void => this.#client.onSessionChange(listener)

  readonly #watched = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> => {
    const onWaiting = this.#onWaiting
    return onWaiting === undefined
      ? effect
      : Effect.provideService(effect, OnWaiting, (waiting) => Effect.sync(() => onWaiting(waiting)))
  }

  readonly #run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> => Effect.runPromise(this.#watched(effect))

  readonly #then = (page: RedirectTarget, { noRedirect = false }: RedirectOption) =>
    noRedirect ? Effect.void : this.#client.navigation.goTo(page, { replace: true })

  readonly #signOutOf = (of: ClientCalls) => ({ redirectUrl }: { readonly redirectUrl?: string } = {}) =>
    this.#run(Effect.ensuring(
      of.signOut,
      redirectUrl === undefined ? of.navigation.goTo("afterSignOut") : of.navigation.goToUrl(redirectUrl)
    ))
}

/** Makes the app. Throws `ConfigurationError` when an option is missing or cannot be right. */
export const createClientApp = (options: ClientAppOptions): ClientApp => new ClientApp(options)
