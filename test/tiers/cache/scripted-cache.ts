/** A cache over a client with scripted responses, which take 100 ms. */
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Transport } from "../../../core/http/transport.ts"
import { clientTable } from "../../../tiers/cache/client-table.ts"
import { makeTierCache } from "../../../tiers/cache/tier-cache.ts"
import * as Client from "../../../tiers/client.ts"
import { ok, scripted, type ScriptedResponse, type SeenRequest } from "../../core/scripted-transport.ts"
import { project, session } from "../../react/scripted-service.ts"

export const LATENCY = 100

/** Runs everything that is ready, without advancing the clock. */
export const settle = Effect.promise(() => new Promise<void>((resolve) => void setImmediate(resolve)))

/** Advances the clock. */
export const wait = (millis: number) => Effect.andThen(TestClock.adjust(millis), settle)

/** Tokens that do not expire. */
export const tokens = (userId?: string) => {
  const { access_token, refresh_token } = session({ forever: true, ...(userId !== undefined && { userId }) })
  return { accessToken: access_token, refreshToken: refresh_token }
}

/**
 * Creates the cache. The service returns the project, a session for a sign-in, and `user` for every other request,
 * unless `over` returns another response.
 */
export const scriptedCache = Effect.fnUntraced(function* (
  tokenStore: Client.ClientOptions["tokenStore"],
  user: (request: SeenRequest, index: number) => unknown,
  over: (request: SeenRequest, index: number) => ScriptedResponse | undefined = () => undefined
) {
  const { requests, transport } = scripted((request, index) => {
    const standard = request.url.endsWith("/projects/current")
      ? project()
      : request.url.endsWith("/sign-in")
        ? session({ forever: true })
        : user(request, index)
    return { ...(over(request, index) ?? ok(standard)), afterMillis: LATENCY }
  })
  const client = yield* Effect.provide(
    Client.Client,
    Client.layerNoDeps({
      projectId: "p",
      publishableClientKey: "pck_x",
      baseUrl: "http://service.test",
      tokenStore,
      // The script recognizes the user of a request by this header.
      sendRefreshTokenAlways: true
    })
  ).pipe(Effect.provideService(Transport, transport))
  const context = yield* Effect.context<never>()
  const cache = makeTierCache(
    Client.Client,
    {
      runFork: (effect, options) =>
        Effect.runForkWith(context)(Effect.provideService(effect, Client.Client, client), options)
    },
    clientTable
  )
  yield* Effect.acquireRelease(
    Effect.sync(() => cache.watch()),
    (stop) => Effect.sync(stop)
  )
  return { cache, client, requests }
})
