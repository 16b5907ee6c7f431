/** The signed-in user. */
import type { User } from "../../core/schema/user.ts"
import { useOpened } from "../runtime/keystile-context.ts"
import { notOnServer, useOnServer } from "../runtime/on-server.ts"
import { useClient, type UseClientOptions } from "./use-client.ts"
import { useQuery } from "../runtime/use-query.ts"

export interface UseUserOptions extends UseClientOptions {
  /** The behavior without a signed-in user. Default `return-null`. */
  readonly or?: "return-null" | "redirect" | "throw" | undefined
}

/** Options with which the hook always returns a user. */
export interface UseUserOrLeaveOptions extends UseUserOptions {
  readonly or: "redirect" | "throw"
}

/**
 * Returns the signed-in user, or `null`. Suspends until the session is read, and renders again after sign-in and
 * sign-out.
 *
 * With `redirect` the browser goes to sign-in and back afterwards; with `throw` it throws `UserNotSignedIn`.
 */
export function useUser(options: UseUserOrLeaveOptions): User
export function useUser(options?: UseUserOptions): User | null
export function useUser({ or = "return-null", projectIdMustMatch }: UseUserOptions = {}): User | null {
  const { engine, keystile } = useOpened()
  useClient({ projectIdMustMatch })
  const user = useQuery(({ userQuery }) => userQuery)
  const onServer = useOnServer()
  if (user !== null || or === "return-null") return user
  if (or === "throw") throw new engine.UserNotSignedIn()
  // A server would suspend for ever. The browser redirects, or the server before it renders.
  if (onServer) throw notOnServer("The user is signed out, and the browser redirects to sign-in")
  // Throws the promise instead of `use`: React then renders anew instead of replaying the hooks' results.
  throw keystile.redirectToSignIn()
}
