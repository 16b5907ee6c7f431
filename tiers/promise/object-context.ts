/** The calls and functions that the methods of promise objects require. */
import type { OwnedApps } from "./owned-projects.ts"
import type { RunMethod } from "./result.ts"
import type { SignOutOptions } from "./run-calls.ts"

/** The calls that the methods of an object run. */
export interface ObjectContext<Calls> {
  /** Returns the calls. The first method that needs them may create them. */
  readonly calls: () => Calls
  readonly run: RunMethod
}

/** The requirements of the methods of the signed-in user, besides their calls. */
export interface CurrentUserContext<Calls> extends ObjectContext<Calls> {
  readonly signOut: (options?: SignOutOptions) => Promise<void>
  readonly ownedApps: OwnedApps
}
