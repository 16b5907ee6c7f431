/** A provider over a promise app, and a promise app over a provider. Both share one session and one cache. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { REDIRECT_WAIT } from "../../core/navigation/navigation.ts"
import { pause } from "../../core/lightweight/time-limit.ts"
import { runtimeOf } from "../../tiers/cache/tier-cache.ts"
import { Client, type ClientCalls } from "../../tiers/client.ts"
import { type AppCalls, boundApp } from "../../tiers/promise/app-binding.ts"
import type { ClientApp } from "../../tiers/promise/client-app.ts"
import { type SharedState, makeSharedState } from "./keystile.ts"

/**
 * Returns the calls of an app beside a provider. Writes show in the hooks. While a method changes the session and
 * redirects, components keep their state, see `change-session.ts`.
 */
export const appCallsOf = ({ cache, changes }: SharedState, calls: ClientCalls): AppCalls => {
  const { method } = calls.navigation
  const wait = method === "none" ? Effect.void : pause(REDIRECT_WAIT)
  return {
    calls,
    changing: (effect, { leaves } = { leaves: false }) =>
      Effect.suspend(() => {
        const end = changes.begin()
        const release = method === "window" ? cache.hold() : () => {}
        const endChange = Effect.sync(() => {
          release()
          end()
        })
        return Effect.onExit(effect, () => (leaves ? Effect.forkDetach(Effect.andThen(wait, endChange)) : endChange))
      })
  }
}

const statesOfApps = new WeakMap<ClientApp, SharedState>()
const appsOfCalls = new WeakMap<ClientCalls, ClientApp>()

/** Returns the state of an app, the same for every provider. */
export const sharedStateOfApp = (app: ClientApp): SharedState => {
  const known = statesOfApps.get(app)
  if (known !== undefined) return known
  const { bind, calls } = boundApp(app)
  const state = makeSharedState(runtimeOf(Client, Effect.succeed(calls)))
  const { exit } = state.cache.read(state.cache.calls)
  if (exit !== undefined && Exit.isSuccess(exit)) {
    bind(appCallsOf(state, exit.value))
    appsOfCalls.set(exit.value, app)
  }
  statesOfApps.set(app, state)
  return state
}

/** Returns the app over a provider's calls. Makes it if there is none. */
export const appOf = (calls: ClientCalls, make: () => ClientApp): ClientApp => {
  const known = appsOfCalls.get(calls) ?? make()
  appsOfCalls.set(calls, known)
  return known
}
