/** The signed-in user as an object with methods. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { User } from "../../core/schema/user.ts"
import type { Client, ClientCalls } from "../../tiers/client.ts"
import { type CurrentUser, currentUser } from "../../tiers/promise/current-user.ts"
import { appsOf, type OwnedProjectOptions } from "../../tiers/promise/owned-projects.ts"
import { useKeystile } from "../runtime/keystile-context.ts"
import type { Keystile } from "../engine/keystile.ts"
import { changeSession } from "../engine/change-session.ts"
import { useClient } from "./use-client.ts"
import { useUser, type UseUserOptions, type UseUserOrLeaveOptions } from "./use-user.ts"

// The same object for all components and renders, until the user changes.
const objects = new WeakMap<User, CurrentUser>()
const owners = new WeakMap<User, CurrentUser>()

const objectOf = (user: User, client: ClientCalls, keystile: Keystile, options: OwnedProjectOptions): CurrentUser => {
  const known = options.adminApp === undefined ? objects : owners
  const run = async <A, E>(effect: Effect.Effect<A, E, Client>): Promise<A> => {
    const exit = await keystile.run(effect)
    if (Exit.isSuccess(exit)) return exit.value
    throw Cause.squash(exit.cause)
  }
  const calls = client.as(user.id)
  const signOut = Effect.asVoid(Effect.exit(calls.signOut))
  const made =
    known.get(user) ??
    currentUser(user, {
      calls: () => calls,
      run,
      signOut: ({ redirectUrl } = {}) =>
        run(
          changeSession(keystile, signOut, redirectUrl === undefined ? "afterSignOut" : { url: redirectUrl }, {
            detached: true
          })
        ),
      ownedApps: appsOf(options)
    })
  known.set(user, made)
  return made
}

/**
 * Returns the user of `useUser` with the methods of the promise facade: `await user.update({ displayName })`. Their
 * writes show in all hooks. They reject with the errors of the calls. They reject without a request once another user
 * is signed in. For event handlers and effects.
 *
 * It bundles all methods of a user: where first paint counts, use `useUser` and `useAction`.
 *
 * @param options The behavior without a signed-in user, and the apps of owned projects.
 *
 * @example
 * const user = useCurrentUser({ or: "redirect" })
 * return <button type="button" onClick={() => void user.update({ displayName: "Noor" })}>{user.displayName}</button>
 */
export function useCurrentUser(options: UseUserOrLeaveOptions & OwnedProjectOptions): CurrentUser
/** Returns the signed-in user with methods, or `null` without one. Suspends until the session is read. */
export function useCurrentUser(options?: UseUserOptions & OwnedProjectOptions): CurrentUser | null
export function useCurrentUser(options: UseUserOptions & OwnedProjectOptions = {}): CurrentUser | null {
  const keystile = useKeystile()
  const client = useClient()
  const user = useUser(options)
  return user && objectOf(user, client, keystile, options)
}
