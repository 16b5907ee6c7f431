/**
 * Access to the calls of a promise app for what shares its session, such as a provider's cache. A file of its own, so
 * that a page without an app does not load the app's code.
 */
import type * as Effect from "effect/Effect"
import type { ClientCalls } from "../client.ts"

/** The calls that the methods of an app run. */
export interface AppCalls {
  readonly calls: ClientCalls
  /**
   * Surrounds a change of the session with the navigation that follows. `leaves`: the effect ends before that is done.
   */
  readonly changing: <A, E>(effect: Effect.Effect<A, E>, options?: { readonly leaves: boolean }) => Effect.Effect<A, E>
}

interface BoundApp {
  readonly calls: ClientCalls
  /** Replaces the calls of the methods. */
  readonly bind: (calls: AppCalls) => void
}

const apps = new WeakMap<object, BoundApp>()

/** Called by each app's constructor. */
export const registerApp = (app: object, bound: BoundApp): void => void apps.set(app, bound)

/** Returns the calls of an app. Throws for any other object. */
export const boundApp = (app: object): BoundApp => {
  const bound = apps.get(app)
  if (bound === undefined) throw new TypeError("The app has to be one that createClientApp made.")
  return bound
}
