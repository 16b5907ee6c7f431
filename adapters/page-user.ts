/** Returns the signed-in user of a request that renders a page, or the page to redirect to. */
import type { User } from "../core/schema/user.ts"
import { entryPageOf, includedUser } from "../tiers/calls/user-state.ts"
import type { ServerRendering } from "../tiers/snapshot/create.ts"
import type { Snapshot } from "../tiers/snapshot/snapshot.ts"

/** The options of `getUser`. */
export interface GetUserOptions {
  /**
   * Applies when no user is signed in. Default `return-null`. `redirect` redirects to sign-in, or a restricted user to
   * the page `onboarding`, and back afterwards. `anonymous-if-exists` returns an anonymous user, too. With the other
   * values an anonymous user is not signed in.
   */
  readonly or?: "return-null" | "redirect" | "anonymous-if-exists" | undefined
  /**
   * Also returns a user who may not use the application yet (`isRestricted`). Default `false`: such a user is not
   * signed in. Included with `anonymous-if-exists`.
   */
  readonly includeRestricted?: boolean | undefined
}

/** Options with which `getUser` always returns a user. */
export interface GetUserOrRedirectOptions extends GetUserOptions {
  /** Redirects without a signed-in user: to sign-in, or a restricted user to the page `onboarding`. */
  readonly or: "redirect"
}

/** The functions that return the URLs of the pages `signIn` and `onboarding`. */
export type EntryUrl = "signInUrl" | "onboardingUrl"

const entryUrls = { signIn: "signInUrl", onboarding: "onboardingUrl" } as const

/** Returns the user in a request's snapshot, or the page to redirect to. `undefined` if the service did not respond. */
export const pageUserOf = (
  { readSnapshot }: ServerRendering,
  snapshot: Snapshot,
  options: GetUserOptions
): { readonly user: User | null } | { readonly redirectTo: EntryUrl } | undefined => {
  // Reads every user, because the page to redirect to depends on the user's state.
  const { user: found } = readSnapshot(snapshot, { or: "anonymous-if-exists" })
  if (found === undefined) return undefined
  const user = includedUser(found, options)
  return user === null && options.or === "redirect" ? { redirectTo: entryUrls[entryPageOf(found)] } : { user }
}
