/** The signed-in user. */
import type { User } from "../../core/schema/user.ts"
import { useKeystile } from "../keystile-context.ts"
import { userQuery } from "../../tiers/cache/queries.ts"
import { useQuery } from "./use-query.ts"

export interface UseUserOptions {
  /** What to do when nobody is signed in. Default `return-null`. */
  readonly or?: "return-null" | "redirect" | "throw" | undefined
}

/**
 * The signed-in user, or `null`. Suspends until that is known, and renders again when somebody signs in or out.
 *
 * With `redirect` the browser goes to the page of sign-in and comes back afterwards; with `throw` it is an error.
 */
export function useUser(options: { readonly or: "redirect" | "throw" }): User
export function useUser(options?: UseUserOptions): User | null
export function useUser({ or = "return-null" }: UseUserOptions = {}): User | null {
  const { redirectToSignIn } = useKeystile()
  const user = useQuery(userQuery)
  if (user !== null || or === "return-null") return user
  if (or === "throw") throw new Error("User is not signed in but getUser was called with { or: 'throw' }")
  // Thrown rather than read by `use`: what is thrown makes React render anew, instead of replaying what it knew.
  throw redirectToSignIn()
}
