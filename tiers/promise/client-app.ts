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
import { OnWaiting, type Waiting } from "../../core/http/retry.ts"
import type { NavigateOptions } from "../../core/navigation/navigation.ts"
import type { HandlerUrls } from "../../core/navigation/urls.ts"
import type { Project } from "../../core/schema/project.ts"
import { type ClientCalls, type ClientOptions, make } from "../client.ts"
import type { TokenStoreOption } from "../token-store.ts"
import type { SignUpInput, Credential } from "../credential.ts"
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

export interface ClientApp {
  readonly projectId: string
  readonly urls: HandlerUrls
  readonly getUser: {
    (options: GetUserOptions & { readonly or: "throw" }): Promise<CurrentUser>
    (options?: GetUserOptions): Promise<CurrentUser | null>
  }
  readonly getProject: () => Promise<Project>
  /** Then goes to the page `afterSignIn`. */
  readonly signInWithCredential: (
    input: Credential & RedirectOption
  ) => Promise<Result<void, EmailPasswordMismatch | MultiFactorAuthenticationRequired>>
  /** Then goes to the page `afterSignUp`. */
  readonly signUpWithCredential: (
    input: SignUpInput & RedirectOption
  ) => Promise<Result<void, UserEmailAlreadyExists | PasswordRequirementsNotMet>>
  /** Then goes to `redirectUrl`, or the page `afterSignOut`, also when it rejects because the service is unreachable. */
  readonly signOut: (options?: { readonly redirectUrl?: string }) => Promise<void>
  /** Goes to one of the pages. */
  readonly redirectTo: (page: keyof HandlerUrls, options?: NavigateOptions) => Promise<void>
  /** Calls the listener after each sign-in, sign-out and refresh; gives back how to stop that. */
  readonly onSessionChange: (listener: () => void) => () => void
}

/** Makes the app. Throws `ConfigurationError` when an option is missing or cannot be right. */
export const createClientApp = (options: ClientAppOptions): ClientApp => {
  const client = Effect.runSync(make(options))
  const { navigation } = client
  const watched = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> => {
    const { onWaiting } = options
    return onWaiting === undefined
      ? effect
      : Effect.provideService(effect, OnWaiting, (waiting) => Effect.sync(() => onWaiting(waiting)))
  }
  const then = (page: keyof HandlerUrls, { noRedirect = false }: RedirectOption) =>
    noRedirect ? Effect.void : navigation.goTo(page, { replace: true })

  const signOut = (of: ClientCalls) => ({ redirectUrl }: { readonly redirectUrl?: string } = {}) =>
    Effect.runPromise(watched(Effect.ensuring(
      of.signOut,
      redirectUrl === undefined ? navigation.goTo("afterSignOut") : navigation.goToUrl(redirectUrl)
    )))

  const getUser = Effect.fnUntraced(function*(asked: GetUserOptions = {}) {
    const of = asked.tokenStore === undefined ? client : yield* client.withTokenStore(asked.tokenStore)
    const user = yield* of.getUser
    if (user !== null) return currentUser(user, of, signOut)
    if (asked.or === "throw") return yield* new UserNotSignedIn()
    if (asked.or === "redirect") yield* navigation.goTo("signIn", { replace: true })
    return null
  })

  return {
    projectId: client.projectId,
    urls: navigation.urls,
    getUser: ((asked?: GetUserOptions) => Effect.runPromise(watched(getUser(asked)))) as ClientApp["getUser"],
    getProject: () => Effect.runPromise(watched(client.getProject)),
    signInWithCredential: (input) =>
      toResult(watched(Effect.andThen(client.signInWithCredential(input), then("afterSignIn", input))), [
        "EmailPasswordMismatch",
        "MultiFactorAuthenticationRequired"
      ]),
    signUpWithCredential: (input) =>
      toResult(watched(Effect.andThen(client.signUpWithCredential(input), then("afterSignUp", input))), [
        "UserEmailAlreadyExists",
        "PasswordTooShort",
        "PasswordTooLong"
      ]),
    signOut: signOut(client),
    redirectTo: (page, options) => Effect.runPromise(navigation.goTo(page, options)),
    onSessionChange: client.onSessionChange
  }
}
