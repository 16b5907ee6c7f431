/** The signed-in user, without suspending. */
import type { UserNotSignedIn } from "../../core/errors/local-session-errors.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { User } from "../../core/schema/user.ts"
import type { SignUpAnonymouslyError } from "../../tiers/calls/anonymous.ts"
import { useOpenedIfLoaded } from "../runtime/keystile-context.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { includedUser } from "../../tiers/calls/user-state.ts"
import { type OrWithoutUser, useAnonymousSignUp } from "./anonymous-user.ts"
import { useSignInRedirect } from "./use-sign-in-redirect.ts"

/** The options of `useUserState`. */
export interface UseUserStateOptions {
  /** The behavior without a signed-in user. Default `return-null`. */
  readonly or?: OrWithoutUser | undefined
  /**
   * Also returns a user who may not use the application yet (`isRestricted`). Default `false`: such a user is not
   * signed in. Included with `anonymous` and `anonymous-if-exists`.
   */
  readonly includeRestricted?: boolean | undefined
}

interface OptionsWith<Or> extends Omit<UseUserStateOptions, "or"> {
  readonly or: Or
}

/**
 * Same as `useUser`, without suspending. With `redirect` it is pending until the user is signed in, and with
 * `anonymous` until the anonymous user is signed up; with `throw` the error is `UserNotSignedIn`.
 *
 * @param options The behavior without a signed-in user.
 */
export function useUserState(options: OptionsWith<"redirect">): ReadState<User, RequestError>
/** As `useUser` with `throw`, without suspending: the error is `UserNotSignedIn`. */
export function useUserState(options: OptionsWith<"throw">): ReadState<User, UserNotSignedIn | RequestError>
/** As `useUser` with `anonymous`, without suspending. */
export function useUserState(options: OptionsWith<"anonymous">): ReadState<User, SignUpAnonymouslyError>
/** As `useUser`, without suspending. */
export function useUserState(
  options?: Omit<UseUserStateOptions, "or"> & {
    /** The behavior without a signed-in user. Default `return-null`. */
    readonly or?: "return-null" | "anonymous-if-exists" | undefined
  }
): ReadState<User | null, RequestError>
export function useUserState({ includeRestricted, or = "return-null" }: UseUserStateOptions = {}): ReadState<
  User | null,
  UserNotSignedIn | SignUpAnonymouslyError
> {
  const opened = useOpenedIfLoaded()
  const state = useQueryState(
    ({ userQuery }) => userQuery,
    (user) => includedUser(user, { or, includeRestricted })
  )
  const isSignedOut = state.data === null
  const signUp = useAnonymousSignUp(opened, isSignedOut && or === "anonymous")?.exit
  useSignInRedirect(opened, isSignedOut && or === "redirect")
  if (opened === null || !isSignedOut || or === "return-null" || or === "anonymous-if-exists") return state
  const { refresh } = state
  if (or === "throw") return { pending: false, data: undefined, error: new opened.engine.UserNotSignedIn(), refresh }
  if (signUp?._tag === "Failure") {
    const outcome = opened.engine.outcomeOf(signUp)
    if (outcome.status !== "failure") throw opened.engine.squash(signUp.cause)
    return { pending: false, data: undefined, error: outcome.error, refresh }
  }
  return { pending: true, data: undefined, error: null, refresh }
}
