/** The signed-in user. */
import { use } from "react"
import type { User } from "../../core/schema/user.ts"
import { queryError } from "../engine/query-error.ts"
import { useOpened } from "../runtime/keystile-context.ts"
import { notOnServer, useOnServer } from "../runtime/on-server.ts"
import { useQuery } from "../runtime/use-query.ts"
import { includedUser } from "../../tiers/calls/user-state.ts"
import { type OrWithoutUser, useAnonymousSignUp } from "./anonymous-user.ts"
import { useClient, type UseClientOptions } from "./use-client.ts"

/** The options of `useUser`. */
export interface UseUserOptions extends UseClientOptions {
  /** The behavior without a signed-in user. Default `return-null`. */
  readonly or?: OrWithoutUser | undefined
  /**
   * Also returns a restricted user (`isRestricted`). Default `false`: a restricted user is not signed in. Always
   * included with `anonymous` and `anonymous-if-exists`.
   */
  readonly includeRestricted?: boolean | undefined
}

/** Options with which the hook always returns a user. */
export interface UseUserOrLeaveOptions extends UseUserOptions {
  /** The behavior without a signed-in user. */
  readonly or: "redirect" | "throw" | "anonymous"
}

/**
 * Returns the signed-in user, or `null`. Suspends until the session is read, and renders again after sign-in and
 * sign-out.
 *
 * With `redirect` the browser navigates to sign-in, or with a restricted user to the page `onboarding`, and back
 * afterwards. With `throw` it throws `UserNotSignedIn`. An anonymous user is not signed in, except with
 * `anonymous-if-exists`, and with `anonymous`, which signs one up if there is no session.
 *
 * @param options The behavior without a signed-in user.
 */
export function useUser(options: UseUserOrLeaveOptions): User
/** Returns the signed-in user, or `null` without one. Suspends until the session is read. */
export function useUser(options?: UseUserOptions): User | null
export function useUser({
  includeRestricted,
  or = "return-null",
  projectIdMustMatch
}: UseUserOptions = {}): User | null {
  const opened = useOpened()
  useClient({ projectIdMustMatch })
  const user = includedUser(
    useQuery(({ userQuery }) => userQuery),
    { or, includeRestricted }
  )
  const onServer = useOnServer()
  const signUp = useAnonymousSignUp(opened, user === null && or === "anonymous" && !onServer)
  if (user !== null || or === "return-null" || or === "anonymous-if-exists") return user
  const { engine, keystile } = opened
  if (or === "throw") throw new engine.UserNotSignedIn()
  // A server would suspend forever. The browser redirects or signs up, or the server redirects before it renders.
  if (onServer) throw notOnServer("The user is signed out, and the browser redirects to sign-in or signs up")
  // Throws the promise instead of `use`: React then renders anew instead of replaying the hooks' results.
  if (signUp === null) throw keystile.redirectToSignIn()
  const exit = use(signUp.promise)
  if (exit._tag === "Failure") throw queryError(engine.squash(exit.cause))
  // The session has changed, so the user is read again.
  throw keystile.cache.refresh(engine.queries.userQuery)
}
