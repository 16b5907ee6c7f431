/** The signed-in user, without suspending. */
import { useEffect } from "react"
import type { UserNotSignedIn } from "../../core/errors/local-session-errors.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { User } from "../../core/schema/user.ts"
import { useOpenedIfLoaded } from "../runtime/keystile-context.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"

export interface UseUserStateOptions {
  /** The behavior without a signed-in user. Default `return-null`. */
  readonly or?: "return-null" | "redirect" | "throw" | undefined
}

/**
 * Same as `useUser`, without suspending. With `redirect` it is pending until the user is signed in; with `throw` the
 * error is `UserNotSignedIn`.
 */
export function useUserState(options: { readonly or: "redirect" }): ReadState<User, RequestError>
export function useUserState(options: { readonly or: "throw" }): ReadState<User, UserNotSignedIn | RequestError>
export function useUserState(options?: {
  readonly or?: "return-null" | undefined
}): ReadState<User | null, RequestError>
export function useUserState({ or = "return-null" }: UseUserStateOptions = {}): ReadState<
  User | null,
  UserNotSignedIn | RequestError
> {
  const opened = useOpenedIfLoaded()
  const state = useQueryState(({ userQuery }) => userQuery)
  const isSignedOut = state.data === null
  useEffect(() => {
    if (isSignedOut && or === "redirect") void opened?.keystile.redirectToSignIn()
  }, [isSignedOut, opened, or])
  if (opened === null || !isSignedOut || or === "return-null") return state
  const { refresh } = state
  return or === "redirect"
    ? { pending: true, data: undefined, error: null, refresh }
    : { pending: false, data: undefined, error: new opened.engine.UserNotSignedIn(), refresh }
}
