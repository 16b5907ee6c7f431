/** Direct reads are deduplicated (single flight) and start without delay. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { Transport } from "../../core/http/transport.ts"
import * as Client from "../../tiers/client.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import * as Server from "../../tiers/server.ts"
import { ok, scripted, status, type ScriptedResponse, type SeenRequest } from "../core/scripted-transport.ts"
import { project, session, user } from "../react/scripted-service.ts"

// Code does not come sooner when the clock of a test is moved.
beforeAll(() => Effect.runPromise(loadModules))

const options = {
  projectId: "p",
  publishableClientKey: "pck_x",
  baseUrl: "http://service.test",
  sendRefreshTokenAlways: true
}
const slow = (response: ScriptedResponse) => ({ ...response, afterMillis: 100 })
const tokens = () => {
  const { access_token, refresh_token } = session({ forever: true })
  return { accessToken: access_token, refreshToken: refresh_token }
}
const emailOf = ({ headers }: SeenRequest) => `${headers["x-stack-refresh-token"]}@example.com`

/** A client over a network on which everything takes 100 ms, and which tells each session its own user. */
const connect = (over: (request: SeenRequest, index: number) => ScriptedResponse | undefined = () => undefined) => {
  const script = scripted((request, index) =>
    slow(
      over(request, index) ??
        ok(
          request.url.endsWith("/projects/current")
            ? project()
            : request.url.endsWith("/sign-in")
              ? session({ forever: true })
              : user({ primary_email: emailOf(request) })
        )
    )
  )
  return { ...script, count: (method: string) => script.requests.filter((one) => one.method === method).length }
}

const clientOver = (
  { transport }: ReturnType<typeof connect>,
  tokenStore: Client.ClientOptions["tokenStore"] = tokens()
) =>
  // Moving the clock does not speed up modules that load on first use.
  Effect.andThen(Effect.orDie(loadModules), Client.Client).pipe(
    Effect.provide(Client.layerNoDeps({ ...options, tokenStore })),
    Effect.provideService(Transport, transport)
  )

describe("getUser and getProject", () => {
  it.effect("share one request when they are called concurrently, and send a new one afterwards", () =>
    Effect.gen(function* () {
      const network = connect()
      const client = yield* clientOver(network)
      const all = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 50 }, () => Effect.all([client.getUser, client.getProject])),
          {
            concurrency: "unbounded"
          }
        )
      )
      yield* TestClock.adjust(100)
      yield* TestClock.adjust(100)
      assert.strictEqual(new Set((yield* Fiber.join(all)).map(([user]) => user)).size, 1)
      assert.lengthOf(network.requests, 2)
      const next = yield* Effect.forkChild(client.getUser)
      yield* TestClock.adjust(100)
      yield* Fiber.join(next)
      assert.deepStrictEqual(
        network.requests.map(({ at }) => at),
        [0, 100, 200]
      )
    })
  )

  it.effect("share it across all stores of one session, and with no other session", () =>
    Effect.gen(function* () {
      const network = connect()
      const client = yield* clientOver(network, null)
      const [ada, bob] = [tokens(), tokens()]
      const stores = yield* Effect.forEach([ada, ada, bob], client.withTokenStore)
      const users = yield* Effect.forkChild(
        Effect.all(
          stores.map(({ getUser }) => getUser),
          { concurrency: 3 }
        )
      )
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(
        (yield* Fiber.join(users)).map((user) => user?.primaryEmail),
        [`${ada.refreshToken}@example.com`, `${ada.refreshToken}@example.com`, `${bob.refreshToken}@example.com`]
      )
      assert.lengthOf(network.requests, 2)
    })
  )

  it.effect("are interrupted only when the last caller is interrupted", () =>
    Effect.gen(function* () {
      const network = connect()
      const client = yield* clientOver(network)
      const first = yield* Effect.forkChild(client.getUser)
      const second = yield* Effect.forkChild(client.getUser)
      yield* TestClock.adjust(50)
      yield* Fiber.interrupt(first)
      assert.strictEqual(network.aborted(), 0)
      yield* TestClock.adjust(50)
      assert.isNotNull(yield* Fiber.join(second))
      const third = yield* Effect.forkChild(client.getUser)
      yield* TestClock.adjust(50)
      yield* Fiber.interrupt(third)
      assert.strictEqual(network.aborted(), 1)
      assert.lengthOf(network.requests, 2)
    })
  )

  it.effect("never return what was read before the caller's own write", () =>
    Effect.gen(function* () {
      const network = connect((_, index) => (index === 0 ? ok(user({ display_name: "before" })) : undefined))
      const client = yield* clientOver(network)
      const before = yield* Effect.forkChild(Effect.andThen(Effect.sleep(50), client.getUser))
      const after = yield* Effect.forkChild(Effect.andThen(client.updateUser({}), client.getUser))
      yield* TestClock.adjust(50)
      yield* TestClock.adjust(50)
      yield* TestClock.adjust(100)
      yield* Effect.all([Fiber.join(before), Fiber.join(after)])
      assert.deepStrictEqual(
        network.requests.map(({ at, method }) => `${method} ${at}`),
        ["PATCH 0", "GET 50", "GET 100"]
      )
    })
  )

  it.effect("fail for all concurrent callers, and are sent again by the next", () =>
    Effect.gen(function* () {
      const network = connect((_, index) => (index === 0 ? status(418) : undefined))
      const client = yield* clientOver(network)
      const both = yield* Effect.forkChild(
        Effect.all([client.getUser, client.getUser].map(Effect.flip), { concurrency: 2 })
      )
      yield* TestClock.adjust(100)
      const [one, other] = yield* Fiber.join(both)
      assert.strictEqual(one, other)
      const next = yield* Effect.forkChild(client.getUser)
      yield* TestClock.adjust(100)
      assert.isNotNull(yield* Fiber.join(next))
    })
  )

  it.effect("still succeed when the caller who started them signs in as another user", () =>
    Effect.gen(function* () {
      const network = connect((_, index) => (index === 0 ? status(429, { "retry-after": "1" }) : undefined))
      const client = yield* clientOver(network, null)
      const ada = tokens()
      const [first, second] = yield* Effect.all([client.withTokenStore(ada), client.withTokenStore(ada)])
      const leader = yield* Effect.forkChild(Effect.flip(first.getUser))
      const follower = yield* Effect.forkChild(second.getUser)
      yield* TestClock.adjust(200)
      const signedIn = yield* Effect.forkChild(first.signInWithCredential({ email: "bob@example.com", password: "x" }))
      yield* TestClock.adjust(100)
      yield* Fiber.join(signedIn)
      yield* TestClock.adjust(2000)
      yield* TestClock.adjust(100)
      const failure = yield* Fiber.join(leader)
      assert.strictEqual(failure.reason._tag, "SessionChanged")
      assert.strictEqual((yield* Fiber.join(follower))?.primaryEmail, `${ada.refreshToken}@example.com`)
    })
  )

  it.effect("do so in the server tier, too", () =>
    Effect.gen(function* () {
      const network = connect(() => status(418))
      const server = yield* Effect.provide(
        Server.Server,
        Server.layerNoDeps({ ...options, secretServerKey: "ssk_x", tokenStore: tokens() })
      ).pipe(Effect.provideService(Transport, network.transport))
      const reads = Effect.all([server.getUser, server.getUser, server.getProject, server.getProject], {
        concurrency: 4,
        mode: "result"
      })
      const all = yield* Effect.forkChild(reads)
      yield* TestClock.adjust(100)
      yield* Fiber.join(all)
      assert.lengthOf(network.requests, 2)
    })
  )
})

describe("the other reads of a client", () => {
  const team = "33333333-3333-4333-8333-333333333333"
  const other = "44444444-4444-4444-8444-444444444444"
  const reads: Readonly<Record<string, (client: Client.ClientCalls) => Effect.Effect<unknown, unknown>>> = {
    "teams.list": ({ teams }) => teams.list(),
    "teams.get": ({ teams }) => teams.get(team),
    "teams.listUsers": ({ teams }) => teams.listUsers(team),
    "teams.listMembers": ({ teams }) => teams.listMembers(team),
    "teams.getProfile": ({ teams }) => teams.getProfile(team),
    "teams.listInvitations": ({ teams }) => teams.listInvitations(team),
    "permissions.list": ({ permissions }) => permissions.list({ teamId: team }),
    "permissions.has": ({ permissions }) => permissions.has({ teamId: team, permissionId: "read" }),
    "contactChannels.list": ({ contactChannels }) => contactChannels.list(),
    listOwnedProjects: ({ listOwnedProjects }) => listOwnedProjects()
  }
  const profile = {
    team_id: team,
    user_id: "22222222-2222-4222-8222-222222222222",
    display_name: null,
    profile_image_url: null
  }
  const connected = () =>
    connect(({ url }) => ok(url.includes("team-member-profiles/") ? profile : { items: [], is_paginated: false }))
  const together = (all: ReadonlyArray<Effect.Effect<unknown, unknown>>) =>
    Effect.gen(function* () {
      const running = yield* Effect.forkChild(Effect.all(all, { concurrency: "unbounded" }))
      yield* TestClock.adjust(100)
      return yield* Fiber.join(running)
    })

  it.effect.each(Object.entries(reads).map(([name, read]) => ({ name, read })))(
    "share one request when they are called at the same moment, and go out at once afterwards: $name",
    ({ read }) =>
      Effect.gen(function* () {
        const network = connected()
        const client = yield* clientOver(network)
        const responses = yield* together(Array.from({ length: 20 }, () => read(client)))
        assert.lengthOf(responses, 20)
        yield* together([read(client)])
        assert.deepStrictEqual(
          network.requests.map(({ at }) => at),
          [0, 100]
        )
      })
  )

  it.effect("send separate requests for different inputs", () =>
    Effect.gen(function* () {
      const network = connected()
      const { permissions, teams } = yield* clientOver(network)
      yield* together([
        permissions.list({ teamId: team }),
        permissions.list({ teamId: team, recursive: false }),
        permissions.list({ teamId: other }),
        teams.listInvitations(team),
        teams.listInvitations(other),
        teams.listUsers(team)
      ])
      assert.strictEqual(new Set(network.requests.map(({ url }) => url)).size, 6)
    })
  )

  it.effect("never share a request for invalid inputs", () =>
    Effect.gen(function* () {
      const network = connected()
      const { teams } = yield* clientOver(network)
      const circle: Record<string, unknown> = {}
      circle["circle"] = circle
      const malformed: ReadonlyArray<unknown> = [
        undefined,
        Symbol("x"),
        1n,
        circle,
        { toJSON: () => team },
        new Date(NaN)
      ]
      for (const id of malformed) {
        const [, failure] = yield* together([teams.listUsers(team), Effect.flip(teams.listUsers(id as string))])
        assert.include(String(failure), "the input is not valid")
      }
      assert.lengthOf(network.requests, malformed.length)
    })
  )

  it.effect("never return what was read before the caller's own write", () =>
    Effect.gen(function* () {
      const network = connected()
      const { contactChannels } = yield* clientOver(network)
      const before = yield* Effect.forkChild(Effect.andThen(Effect.sleep(50), contactChannels.list()))
      const after = yield* Effect.forkChild(
        Effect.andThen(
          contactChannels.remove("55555555-5555-4555-8555-555555555555").pipe(Effect.ignore),
          contactChannels.list()
        )
      )
      for (const millis of [50, 50, 100]) yield* TestClock.adjust(millis)
      yield* Effect.all([Fiber.join(before), Fiber.join(after)])
      assert.deepStrictEqual(
        network.requests.map(({ at, method }) => `${method} ${at}`),
        ["DELETE 0", "GET 50", "GET 100"]
      )
    })
  )
})
