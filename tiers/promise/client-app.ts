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
import type { ConfigurationError } from "../../core/config.ts"
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
import type { ProjectOwnerSession } from "../project-owner.ts"
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

/** What any tier's calls say about their user. */
interface SignedIn<Calls> extends Pick<ClientCalls, "getUser" | "navigation"> {
  readonly as: (userId: string) => Calls
  readonly withTokenStore: (store: TokenStoreOption) => Effect.Effect<Calls, ConfigurationError>
}

type UserOf<Calls extends Pick<ClientCalls, "getUser">> = Exclude<Effect.Success<Calls["getUser"]>, null>

type RedirectTarget = "afterSignIn" | "afterSignUp" | "afterSignOut"

/** Methods are bound to their app, so that they can be handed on: `onClick={app.signOut}`. */
export class ClientApp {
  readonly projectId: string
  readonly urls: HandlerUrls
  /** What the methods run. An app of another tier narrows the type: `declare protected readonly calls: ServerCalls`. */
  protected readonly calls: ClientCalls
  readonly #onWaiting: ((waiting: Waiting) => void) | undefined

  /** Throws `ConfigurationError` when an option is missing or cannot be right. */
  constructor(options: ClientAppOptions) {
    this.calls = Effect.runSync(this.connect(options))
    this.#onWaiting = options.onWaiting
    this.projectId = this.#client.projectId
    this.urls = this.#client.navigation.urls
  }

  /** Makes the calls, before any field is there. An app of another tier overrides it with those of its own. */
  protected connect(options: ClientAppOptions): Effect.Effect<ClientCalls, ConfigurationError> {
    return make(options)
  }

  /** How every method of every app runs its effect. */
  protected run<A, E>(effect: Effect.Effect<A, E>): Promise<A> {
    return this.#run(effect)
  }

  /** Asks for the signed-in user by any tier's calls, and makes an object of them. */
  protected findUser<Calls extends SignedIn<Calls>, User>(
    calls: Calls,
    { or, tokenStore }: GetUserOptions,
    toObject: (user: UserOf<Calls>, of: Calls) => User
  ): Promise<User | null> {
    return this.#run(Effect.gen(function*() {
      const of = tokenStore === undefined ? calls : yield* calls.withTokenStore(tokenStore)
      const user = (yield* of.getUser) as UserOf<Calls> | null
      // The object may be kept while somebody else signs in: it never acts as them.
      if (user !== null) return toObject(user, of.as(user.id))
      if (or === "throw") return yield* new UserNotSignedIn()
      if (or === "redirect") yield* of.navigation.goTo("signIn", { replace: true })
      return null
    }))
  }

  /** The method `signOut` of whoever's session the calls are for. */
  protected signOutOf(of: ClientCalls): (options?: { readonly redirectUrl?: string }) => Promise<void> {
    return this.#signOutOf(of)
  }

  get #client(): ClientCalls {
    return this.calls
  }

  /** For the option `projectOwnerSession` of an `AdminApp`, where this is the app of the internal project. */
  get asProjectOwner(): ProjectOwnerSession {
    return this.calls.asProjectOwner
  }

  readonly getUser = ((asked: GetUserOptions = {}) =>
    this.findUser(this.#client, asked, (user, of) => currentUser(user, of, this.#signOutOf(of), this.#run))) as {
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
