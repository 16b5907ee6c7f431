/** Several passkeys of a user, through the client. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { LimitReached } from "../../../core/errors/limit-reached.ts"
import { Transport } from "../../../core/http/transport.ts"
import { hasExtension } from "../../../core/schema/extension.ts"
import * as Client from "../../../tiers/client.ts"
import * as Server from "../../../tiers/server.ts"
import { keyOf } from "./authenticator.ts"
import { ada, signInService } from "./fixture.ts"

const hostname = "localhost"
const NO_ID = "cccccccc-cccc-4ccc-8ccc-cccccccccccc"

const addWith = (key: ReturnType<typeof keyOf>, name?: string) =>
  Effect.flatMap(Client.Client, (client) => key.use(client.registerPasskey({ hostname, add: true, name })))

describe("the passkeys of a user", () => {
  it.effect("are listed, renamed and removed, and each signs in", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      assert.isTrue(hasExtension(yield* client.getProject, "multiple_passkeys"))
      yield* client.signInWithCredential(ada)
      const [phone, laptop] = [keyOf(), keyOf()]
      yield* addWith(phone, "Phone")
      yield* addWith(laptop)
      yield* client.signOut
      for (const key of [phone, laptop]) yield* key.use(client.signInWithPasskey({ hostname }))
      const [first, second] = yield* client.passkeys.list()
      assert.deepInclude(first, { name: "Phone", isBackedUp: false })
      assert.instanceOf(first?.createdAt, Date)
      assert.instanceOf(second?.lastUsedAt, Date)
      assert.deepInclude(yield* client.passkeys.rename(second?.id ?? "", " Laptop "), { name: "Laptop" })
      yield* client.passkeys.remove(first?.id ?? "")
      assert.strictEqual(
        (yield* Effect.flip(phone.use(client.signInWithPasskey({ hostname }))))._tag,
        "PasskeyAuthenticationFailed"
      )
      assert.deepStrictEqual(
        (yield* client.passkeys.list()).map(({ name }) => name),
        ["Laptop"]
      )
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("cannot be renamed or removed if they do not exist, or get a name of two lines", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      assert.strictEqual((yield* Effect.flip(client.passkeys.rename(NO_ID, "x")))._tag, "PasskeyNotFound")
      assert.strictEqual((yield* Effect.flip(client.passkeys.remove(NO_ID)))._tag, "PasskeyNotFound")
      const refused = yield* Effect.flip(client.passkeys.rename(NO_ID, "two\nlines"))
      assert.strictEqual(refused._tag === "RequestError" && refused.reason._tag, "InvalidInput")
    }).pipe(Effect.provide(signInService()))
  )

  it.effect("are at most 20", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signInWithCredential(ada)
      for (let count = 0; count < 20; count++) yield* addWith(keyOf())
      const failure = yield* Effect.flip(addWith(keyOf()))
      assert.instanceOf(failure, LimitReached)
      assert.strictEqual(failure.maximum, 20)
      yield* keyOf().use(client.registerPasskey({ hostname }))
      assert.lengthOf(yield* client.passkeys.list(), 1, "without `add` all are replaced")
    }).pipe(Effect.provide(signInService({ limits: "off" })))
  )

  it.effect("of any user are open to a server", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const server = yield* Server.Server
      yield* client.signInWithCredential(ada)
      yield* addWith(keyOf(), "Phone")
      const { passkeys } = server.ofUser((yield* client.getUser)?.id ?? "")
      const [phone] = yield* passkeys.list()
      assert.strictEqual(phone?.name, "Phone")
      yield* passkeys.remove(phone?.id ?? "")
      assert.deepStrictEqual(yield* client.passkeys.list(), [])
      assert.strictEqual((yield* Effect.flip(server.ofUser(NO_ID).passkeys.list()))._tag, "UserNotFound")
    }).pipe(Effect.provide(signInService()))
  )
})

/** A client of a service that responds to every request like the start of a registration, without the extension. */
const withoutExtension = Client.layerNoDeps({
  projectId: "internal",
  publishableClientKey: "pck_1",
  tokenStore: "memory"
}).pipe(
  Layer.provide(
    Layer.succeed(Transport, {
      send: () =>
        Effect.succeed({
          status: 200,
          body: JSON.stringify({
            code: "0".repeat(45),
            options_json: {
              rp: { id: "THIS_VALUE_WILL_BE_REPLACED.example.com", name: "Test" },
              user: { id: "eA" },
              challenge: "eA"
            }
          }),
          header: () => undefined
        })
    })
  )
)

describe("a service without the extension", () => {
  it.effect("is not asked for an additional passkey, which would replace the existing one", () =>
    Effect.gen(function* () {
      const key = keyOf()
      const failure = yield* Effect.flip(addWith(key))
      assert.strictEqual(failure._tag === "RequestError" && failure.reason._tag, "BrokenProtocol")
      assert.include(failure.message, "multiple_passkeys")
      assert.deepStrictEqual(key.seen, [], "the ceremony does not begin")
    }).pipe(Effect.provide(withoutExtension))
  )
})
