/** A storage of three functions as the token store: a program is signed in again after it is restarted. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Testing from "../../testing/index.ts"
import * as Client from "../../tiers/client.ts"
import { storageTokenStore, type TokenStorage } from "../../core/session/token-store-storage.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const withAda = Testing.layer({ users: [ada] })

/** A storage in memory, whose functions resolve later. `fails` makes the function of that name reject. */
const makeStorage = () => {
  const items = new Map<string, string>()
  const fails = new Set<keyof TokenStorage>()
  const later = <A>(name: keyof TokenStorage, work: () => A) =>
    Promise.resolve().then(() => {
      if (fails.has(name)) throw new Error("The keychain is locked.")
      return work()
    })
  return {
    items,
    fails,
    getItem: (key: string) => later("getItem", () => items.get(key) ?? null),
    setItem: (key: string, text: string) => later("setItem", () => items.set(key, text)),
    removeItem: (key: string) => later("removeItem", () => items.delete(key))
  }
}

/** A client as after a restart of the program: it shares the storage only. */
const runAfterRestart = (storage: TokenStorage) =>
  Effect.flatMap(Client.Client, (client) => client.withTokenStore(storageTokenStore(storage)))

describe("A storage as the token store", () => {
  it.effect("keeps the session over restarts, under a key that keychains allow, until the user signs out", () =>
    Effect.gen(function* () {
      const storage = makeStorage()
      const first = yield* runAfterRestart(storage)
      yield* first.signInWithCredential(ada)
      assert.match([...storage.items.keys()].join(), /^[\w.-]+$/)
      const second = yield* runAfterRestart(storage)
      assert.strictEqual((yield* second.getUser)?.primaryEmail, ada.email)
      yield* second.signOut
      assert.strictEqual(storage.items.size, 0)
      const third = yield* runAfterRestart(storage)
      assert.isNull(yield* third.getUser)
    }).pipe(Effect.provide(withAda))
  )

  it.effect("holds the sessions of several programs under different keys", () =>
    Effect.gen(function* () {
      const storage = makeStorage()
      const { withTokenStore } = yield* Client.Client
      const [one, other] = [storageTokenStore(storage, { key: "one" }), storageTokenStore(storage, { key: "other" })]
      yield* (yield* withTokenStore(one)).signInWithCredential(ada)
      assert.isNull(yield* (yield* withTokenStore(other)).getUser)
    }).pipe(Effect.provide(withAda))
  )

  it.effect("may be `localStorage` or another storage whose functions return no promises", () =>
    Effect.gen(function* () {
      const items = new Map<string, string>()
      const storage = {
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, text: string) => void items.set(key, text),
        removeItem: (key: string) => void items.delete(key)
      }
      yield* (yield* runAfterRestart(storage)).signInWithCredential(ada)
      assert.strictEqual((yield* (yield* runAfterRestart(storage)).getUser)?.primaryEmail, ada.email)
    }).pipe(Effect.provide(withAda))
  )

  it.effect.each(["", "null", "{", "[1]", '{"refreshToken":1}', '{"refreshToken":"\\u0000"}', "x".repeat(1e6)])(
    "has no session if its text is damaged",
    (text) =>
      Effect.gen(function* () {
        const storage = makeStorage()
        storage.items.set("keystile-session", text)
        const client = yield* runAfterRestart(storage)
        assert.isNull(yield* client.getUser)
        yield* client.signInWithCredential(ada)
        assert.strictEqual((yield* (yield* runAfterRestart(storage)).getUser)?.primaryEmail, ada.email)
      }).pipe(Effect.provide(withAda))
  )

  it.effect("fails a sign-in that it cannot store, and changes nothing", () =>
    Effect.gen(function* () {
      const storage = makeStorage()
      const client = yield* runAfterRestart(storage)
      storage.fails.add("setItem")
      const failure = yield* Effect.flip(client.signInWithCredential(ada))
      assert.deepNestedInclude(failure, { _tag: "RequestError", "reason._tag": "TokensNotStored" })
      assert.deepNestedInclude(failure, { "reason.problem": "storage-failed" })
      assert.isNull(yield* client.getUser)
    }).pipe(Effect.provide(withAda))
  )

  it.effect("that cannot be read has no session, is reported without tokens, and is read again", () =>
    Effect.gen(function* () {
      const storage = makeStorage()
      yield* (yield* runAfterRestart(storage)).signInWithCredential(ada)
      const logged: Array<string> = []
      const logger = Logger.make(({ message }) => void logged.push(String(message)))
      storage.fails.add("getItem")
      const client = yield* runAfterRestart(storage)
      assert.isNull(yield* Effect.provide(client.getUser, Logger.layer([logger])))
      assert.deepStrictEqual(
        new Set(logged),
        new Set(["The session cannot be read from its storage. The keychain is locked."])
      )
      storage.fails.clear()
      assert.strictEqual((yield* client.getUser)?.primaryEmail, ada.email)
    }).pipe(Effect.provide(withAda))
  )
})
