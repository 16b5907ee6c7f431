/** Clients of a service on a port. The service's log has the requests that were sent. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { RequestError } from "../../core/errors/request-error.ts"
import { Fetch } from "../../core/http/transport-fetch.ts"
import { layerTest, listen, ProjectKeys, RequestLog } from "../../service/index.ts"
import * as Client from "../../tiers/client.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const projectId = "11111111-1111-4111-8111-111111111111"
const service = layerTest({ seed: { projects: [{ id: projectId, displayName: "Test", users: [ada] }] } })
const REFRESH = "POST /api/v1/auth/oauth/token"
const WRITE = "PATCH /api/v1/users/me"

/** An access token of the day before. The service would refuse it; the client should not even send it. */
const expiredToken = [{ alg: "ES256" }, { iat: 1, exp: 2, sub: "ada" }, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".")

/** A client over the port, signed in as Ada, and her refresh token. */
const signedIn = Effect.gen(function* () {
  const { url } = yield* listen({ port: 0 })
  const [project] = yield* (yield* ProjectKeys).list
  if (project === undefined) return yield* Effect.die("There is no project")
  const { publishableClientKey } = project
  const client = yield* Client.make({ projectId, publishableClientKey, baseUrl: url, tokenStore: "memory" })
  yield* client.signInWithCredential(ada)
  const { refreshToken } = yield* client.tokens
  if (refreshToken === null) return yield* Effect.die("No user is signed in")
  return { client, refreshToken: Redacted.value(refreshToken) }
})

const fifty = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.all(
    Array.from({ length: 50 }, () => effect),
    { concurrency: "unbounded" }
  )

describe("50 calls at once with an expired access token", () => {
  it.live("send one refresh from one store", () =>
    Effect.gen(function* () {
      const { client, refreshToken } = yield* signedIn
      const log = yield* RequestLog
      const expired = yield* client.withTokenStore({ refreshToken, accessToken: expiredToken })
      yield* log.clear
      // Reads would be shared.
      yield* fifty(expired.updateUser({ displayName: "Ada Lovelace" }))
      assert.strictEqual(yield* log.count(REFRESH), 1)
      assert.strictEqual(yield* log.count(WRITE), 50)
    }).pipe(Effect.provide(service))
  )

  it.live("send one refresh from 50 stores, one a call", () =>
    Effect.gen(function* () {
      const { client, refreshToken } = yield* signedIn
      const log = yield* RequestLog
      yield* log.clear
      yield* fifty(
        client
          .withTokenStore({ refreshToken, accessToken: expiredToken })
          .pipe(Effect.flatMap(({ updateUser }) => updateUser({ displayName: "Ada Lovelace" })))
      )
      assert.strictEqual(yield* log.count(REFRESH), 1)
      assert.strictEqual(yield* log.count(WRITE), 50)
    }).pipe(Effect.provide(service))
  )
})

describe("an outage of the refresh", () => {
  it.live("signs no user out: the first call after the outage succeeds", () => {
    let isDown = false
    const flaky: typeof fetch = (input, init) =>
      isDown && String(input).endsWith("/auth/oauth/token")
        ? Promise.resolve(new Response("down", { status: 500 }))
        : fetch(input, init)
    return Effect.gen(function* () {
      const { client, refreshToken } = yield* signedIn
      const expired = yield* client.withTokenStore({ refreshToken, accessToken: expiredToken })
      isDown = true
      for (let call = 0; call < 3; call++) {
        const failure = yield* Effect.flip(expired.getUser)
        assert.instanceOf(failure, RequestError)
        assert.strictEqual(failure.reason._tag, "UnexpectedStatus")
      }
      isDown = false
      assert.strictEqual((yield* expired.getUser)?.primaryEmail, ada.email)
    }).pipe(Effect.provide(Layer.mergeAll(service, Layer.succeed(Fetch, flaky))))
  })
})
