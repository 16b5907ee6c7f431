/** Runs the calls of a promise app. */
import * as Effect from "effect/Effect"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import { UserNotSignedIn } from "../../core/errors/local-session-errors.ts"
import { OnWaiting, type RetryWait } from "../../core/http/retry.ts"
import { entryPageOf, includedUser } from "../calls/user-state.ts"
import type { ClientCalls } from "../client.ts"
import type { TokenStoreOption } from "../token-store.ts"
import type { AppCalls } from "./app-binding.ts"
import type { RunMethod } from "./result.ts"

/** The options of `getUser`. */
export interface GetUserOptions {
  /**
   * Applies when no user is signed in. Default `return-null`. `redirect` goes to the sign-in page, and with a
   * restricted user to the page `onboarding`. `anonymous` returns an anonymous user, and signs one up if there is none;
   * `anonymous-if-exists` returns `null` then. With all other values an anonymous user is not signed in.
   */
  readonly or?: "redirect" | "throw" | "return-null" | "anonymous" | "anonymous-if-exists"
  /**
   * Also returns a user who may not use the application yet (`isRestricted`). Default `false`: such a user is not
   * signed in. Included with `anonymous` and `anonymous-if-exists`.
   */
  readonly includeRestricted?: boolean
  /** The token store of the session, in place of the app's own. */
  readonly tokenStore?: TokenStoreOption
}

export interface SignOutOptions {
  /** Default: the page `afterSignOut`. */
  readonly redirectUrl?: string
}

/** The calls of any tier about their signed-in user. */
interface SignedInUserCalls<Calls> extends Pick<ClientCalls, "getSessionUser" | "getUserOrAnonymous" | "navigation"> {
  readonly as: (userId: string) => Calls
  readonly withTokenStore: (store: TokenStoreOption) => Effect.Effect<Calls, ConfigurationError>
}

type UserOf<Calls extends Pick<ClientCalls, "getUserOrAnonymous">> = Effect.Success<Calls["getUserOrAnonymous"]>

/** The calls of an app, and how its methods run them. */
export interface CallRunner<Calls> {
  readonly calls: () => Calls
  /** Calls `onWaiting` before each retry of the effect. */
  readonly watch: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Surrounds a change of the session. */
  readonly changing: AppCalls["changing"]
  readonly run: RunMethod
  /** Returns the method `signOut` for the session of the calls. */
  readonly signOutOf: (
    calls: Pick<ClientCalls, "navigation" | "signOut">
  ) => (options?: SignOutOptions) => Promise<void>
}

/** A runner whose calls can be replaced. */
export interface BindableRunner<Calls> extends CallRunner<Calls> {
  /** Replaces the calls, see `app-binding.ts`. */
  readonly bind: (bound: { readonly calls: Calls; readonly changing: AppCalls["changing"] }) => void
}

export const makeCallRunner = <Calls>(
  initial: Calls,
  onWaiting: ((waiting: RetryWait) => void) | undefined
): BindableRunner<Calls> => {
  let calls = initial
  let changing: AppCalls["changing"] = (effect) => effect
  const watch: CallRunner<Calls>["watch"] = (effect) =>
    onWaiting === undefined
      ? effect
      : Effect.provideService(effect, OnWaiting, (waiting) => Effect.sync(() => onWaiting(waiting)))
  const run: RunMethod = (effect) => Effect.runPromise(watch(effect))
  return {
    calls: () => calls,
    bind: (bound) => {
      calls = bound.calls
      changing = bound.changing
    },
    watch,
    changing: (effect, options) => changing(effect, options),
    run,
    signOutOf:
      ({ navigation, signOut }) =>
      ({ redirectUrl } = {}) =>
        run(
          changing(
            Effect.ensuring(
              signOut,
              redirectUrl === undefined ? navigation.goTo("afterSignOut") : navigation.goToUrl(redirectUrl)
            ),
            { leaves: true }
          )
        )
  }
}

/** Returns the signed-in user of any tier as an object, which `toObject` makes. */
export const findUser = <Calls extends SignedInUserCalls<Calls>, User>(
  { calls, run }: CallRunner<Calls>,
  options: GetUserOptions,
  toObject: (user: UserOf<Calls>, calls: Calls) => User
): Promise<User | null> =>
  run(
    Effect.gen(function* () {
      const { or, tokenStore } = options
      const of = tokenStore === undefined ? calls() : yield* calls().withTokenStore(tokenStore)
      // The tier's own user: `SignedIn<Calls>` names only what all tiers' users have.
      const found = (yield* or === "anonymous" ? of.getUserOrAnonymous : of.getSessionUser) as UserOf<Calls> | null
      const user = includedUser(found, options)
      // A program may keep the object while another user signs in. It never acts as that user.
      if (user !== null) return toObject(user, of.as(user.id))
      if (or === "throw") return yield* new UserNotSignedIn()
      if (or === "redirect") yield* of.navigation.redirect(entryPageOf(found), { replace: true })
      return null
    })
  )
