/** The signed-in user. */
import { UserNotSignedIn } from "../../core/errors/local-errors.ts"
import type { User } from "../../core/schema/user.ts"
import { userQuery } from "../../tiers/cache/queries.ts"
import { useKeystile } from "../runtime/keystile-context.ts"
import { notOnServer, useOnServer } from "../runtime/on-server.ts"
import { useClient, type UseClientOptions } from "./use-client.ts"
import { useQuery } from "../runtime/use-query.ts"

export interface UseUserOptions extends UseClientOptions {
  /** What to do when nobody is signed in. Default `return-null`. */
  readonly or?: "return-null" | "redirect" | "throw" | undefined
}

/** The options with which there is a user, or the component does not go on. */
export interface UseUserOrLeaveOptions extends UseUserOptions {
  readonly or: "redirect" | "throw"
}

/**
 * The signed-in user, or `null`. Suspends until that is known, and renders again when somebody signs in or out.
 *
 * With `redirect` the browser goes to the page of sign-in and comes back afterwards; with `throw` it is an error.
 */
export function useUser(options: UseUserOrLeaveOptions): User
export function useUser(options?: UseUserOptions): User | null
export function useUser({ or = "return-null", projectIdMustMatch }: UseUserOptions = {}): User | null {
  const { redirectToSignIn } = useKeystile()
  useClient({ projectIdMustMatch })
  const user = useQuery(userQuery)
  const onServer = useOnServer()
  if (user !== null || or === "return-null") return user
  if (or === "throw") throw new UserNotSignedIn()
  // A server would wait for ever. The page of sign-in is gone to by the browser, or by the server before it renders.
  if (onServer) throw notOnServer("Nobody is signed in, and the browser goes to sign-in")
  // Thrown rather than read by `use`: what is thrown makes React render anew, instead of replaying what it knew.
  throw redirectToSignIn()
}
