/** The layers of the tiers, and a program's own service for each of them. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import {
  type ApiConfig,
  layerMemory,
  layerRefresher,
  layerSession,
  makeRefresher,
  Refresher,
  Session,
  SessionEnded,
  TokenStore,
  type Transport
} from "keystile"
import * as Admin from "keystile/admin"
import * as Client from "keystile/client"
import * as Server from "keystile/server"
import { isRefresh, jwt, refreshResponse, userBody } from "../core/calling.ts"
import { ok, type ScriptedTransport, scripted } from "../core/scripted-transport.ts"

const fresh = jwt({ exp: 4e9, sub: userBody().id })
const expired = { refreshToken: "refresh-token", accessToken: jwt({ exp: 1 }) }
const options = {
  projectId: "11111111-1111-4111-8111-111111111111",
  publishableClientKey: "pck_test",
  secretServerKey: "ssk_test",
  superSecretAdminKey: "sak_test",
  tokenStore: expired
} as const

class First extends Context.Service<First, Client.ClientCalls>()("test/First") {}
class Second extends Context.Service<Second, Client.ClientCalls>()("test/Second") {}

/** A service that responds to every refresh and every read of the own user. */
const service = () => scripted((request) => (isRefresh(request) ? ok(refreshResponse(fresh)) : ok(userBody())))

const accessTokens = ({ requests }: ScriptedTransport) => requests.map(({ headers }) => headers["x-stack-access-token"])

type Services = Layer.Layer<Session | Refresher, never, ApiConfig | Transport>

/** Reads the own user in each tier, over the given session and refresher. */
const tiers = [
  {
    tier: "client",
    readUser: (services: Services) =>
      Effect.flatMap(Client.Client, ({ getUser }) => Effect.exit(getUser)).pipe(
        Effect.provide(
          Client.layerCalls(options).pipe(Layer.provide(services), Layer.provide(Client.layerApiConfig(options)))
        )
      )
  },
  {
    tier: "server",
    readUser: (services: Services) =>
      Effect.flatMap(Server.Server, ({ getUser }) => Effect.exit(getUser)).pipe(
        Effect.provide(
          Server.layerCalls(options).pipe(Layer.provide(services), Layer.provide(Server.layerApiConfig(options)))
        )
      )
  },
  {
    tier: "admin",
    readUser: (services: Services) =>
      Effect.flatMap(Admin.Admin, ({ getUser }) => Effect.exit(getUser)).pipe(
        Effect.provide(
          Admin.layerCalls(options).pipe(Layer.provide(services), Layer.provide(Admin.layerApiConfig(options)))
        )
      )
  }
] as const

describe("The layers of a client", () => {
  it.effect("are composed by `layerNoDeps`", () =>
    Effect.gen(function* () {
      const script = service()
      const live = Client.layerCalls(options).pipe(
        Layer.provide(layerSession),
        Layer.provide([layerRefresher, Client.layerTokenStore(expired)]),
        Layer.provide(Client.layerApiConfig(options)),
        Layer.provide(script.layer)
      )
      const getUser = Effect.flatMap(Client.Client, (client) => client.getUser)
      const composed = yield* Effect.provide(getUser, live)
      const whole = yield* Effect.provide(getUser, Layer.provide(Client.layerNoDeps(options), service().layer))
      assert.deepStrictEqual(composed, whole)
      assert.deepStrictEqual(accessTokens(script), [undefined, fresh])
    })
  )

  it.effect("accept a refresher of the program, and send no refresh of their own", () =>
    Effect.gen(function* () {
      const script = service()
      const asked: Array<string> = []
      const refresher = makeRefresher((refreshToken) =>
        Effect.sync(() => {
          asked.push(Redacted.value(refreshToken))
          return Redacted.make(fresh)
        })
      )
      const live = Client.layerCalls(options).pipe(
        Layer.provide(layerSession),
        Layer.provide([Layer.succeed(Refresher, refresher), Client.layerTokenStore(expired)]),
        Layer.provide(Client.layerApiConfig(options)),
        Layer.provide(script.layer)
      )
      yield* Effect.gen(function* () {
        const client = yield* Client.Client
        yield* client.getUser
        const other = yield* client.withTokenStore(expired)
        yield* other.getUser
      }).pipe(Effect.provide(live))
      assert.deepStrictEqual(asked, ["refresh-token"])
      assert.isFalse(script.requests.some(isRefresh))
      assert.deepStrictEqual([...new Set(accessTokens(script))], [fresh])
    })
  )

  it.effect("sign the user out when the program's refresher reports that the session has ended", () =>
    Effect.gen(function* () {
      const script = service()
      const live = Client.layerCalls(options).pipe(
        Layer.provide(layerSession),
        Layer.provide([
          Layer.succeed(
            Refresher,
            makeRefresher(() => Effect.fail(new SessionEnded()))
          ),
          Client.layerTokenStore(expired)
        ]),
        Layer.provide(Client.layerApiConfig(options)),
        Layer.provide(script.layer)
      )
      assert.isNull(yield* Effect.flatMap(Client.Client, ({ getUser }) => getUser).pipe(Effect.provide(live)))
      assert.lengthOf(script.requests, 0)
    })
  )

  it.effect("accept a token store of the program, which stores refreshed tokens", () =>
    Effect.gen(function* () {
      const script = service()
      const { store } = yield* Effect.gen(function* () {
        const store = yield* TokenStore
        yield* store.update(() => ({
          refreshToken: Redacted.make(expired.refreshToken),
          accessToken: Redacted.make(expired.accessToken)
        }))
        yield* Effect.flatMap(Client.Client, ({ getUser }) => getUser)
        return { store }
      }).pipe(
        Effect.provide(
          Client.layerCalls({ ...options, tokenStore: null }).pipe(
            Layer.provide(layerSession),
            Layer.provide(layerRefresher),
            Layer.provideMerge(layerMemory),
            Layer.provide(Client.layerApiConfig(options)),
            Layer.provide(script.layer)
          )
        )
      )
      const { accessToken } = yield* store.get
      assert.strictEqual(accessToken && Redacted.value(accessToken), fresh)
    })
  )
})

describe("The layers of two clients in one program", () => {
  it.effect("have separate projects and sessions", () =>
    Effect.gen(function* () {
      const script = service()
      const projects = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"] as const
      const liveOf = (projectId: string, refreshToken: string) =>
        Client.layerNoDeps({ ...options, projectId, tokenStore: { ...expired, refreshToken } })
      const both = Layer.mergeAll(
        Layer.effect(First, Client.Client).pipe(Layer.provide(liveOf(projects[0], "first"))),
        Layer.effect(Second, Client.Client).pipe(Layer.provide(liveOf(projects[1], "second")))
      ).pipe(Layer.provide(script.layer))
      yield* Effect.gen(function* () {
        yield* (yield* First).getUser
        yield* (yield* Second).getUser
      }).pipe(Effect.provide(both))
      const refreshes = script.requests
        .filter(isRefresh)
        .map(({ body }) => new URLSearchParams(body).get("refresh_token"))
      assert.deepStrictEqual(refreshes, ["first", "second"])
      const reads = script.requests.filter((request) => !isRefresh(request))
      assert.deepStrictEqual(
        reads.map(({ headers }) => headers["x-stack-project-id"]),
        [...projects]
      )
    })
  )
})

describe.each([...tiers])("The layers of the $tier tier", ({ readUser }) => {
  it.effect("accept a session of the program", () =>
    Effect.gen(function* () {
      const script = service()
      const tokens = { refreshToken: null, accessToken: Redacted.make(fresh) }
      const session = Session.of({
        tokens: Effect.succeed(tokens),
        tokensLasting: () => Effect.succeed(tokens),
        stored: Effect.succeed(tokens),
        markRefused: () => Effect.void,
        start: () => Effect.void,
        startIfSignedOut: () => Effect.void,
        end: Effect.succeed(tokens),
        subscribe: () => () => {},
        isPersistent: Effect.succeed(true)
      })
      const services = Layer.merge(Layer.succeed(Session, session), layerRefresher)
      yield* Effect.provide(readUser(services), script.layer)
      assert.deepStrictEqual(accessTokens(script), [fresh])
    })
  )
})
