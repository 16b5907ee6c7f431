/** Computes password hashes without blocking the event loop. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Redacted, Scope } from "effect"
import { makeBcryptPool } from "../../../service/crypto/bcrypt-pool.ts"
import { layer as realHasher, PasswordHasher } from "../../../service/crypto/password-hasher.ts"
import { layerTest as testHasher } from "../../../service/development/password-hasher-test.ts"
import { makeWorkQueue, PasswordHasherBusy, QueueCaller } from "../../../service/crypto/work-queue.ts"
import { layerNoDeps } from "../../../service/development.ts"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  type Headers,
  OTHER_PROJECT_ID,
  otherKeys,
  seedWith,
  send,
  USER_ID
} from "../fixture.ts"
import { codeTo } from "../mails.ts"
import { post } from "../requests.ts"
import { until } from "../until.ts"

/** `password123` at cost 11. */
const slowHash = "$2b$11$EixZaYVK1fsbw1ZfbX3OXePaWxn96p36WQoeG6Lruj3vjPGga31lW"
/** `password123` at cost 4. */
const quickHash = "$2b$04$vWkqOio8rwIollpY4xTTVuAOmUDuhKfWi4hYbydOULq0M/b7DP6e2"

const turnOfTheLoop = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

describe("bcrypt", () => {
  it.live("runs in a worker thread, so that the event loop is not blocked by a comparison", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const slow = yield* Effect.forkChild(hasher.verify(Redacted.make("wrong"), slowHash))
      // On the event loop, bcryptjs yields every 0.1 s, which gives a handful of iterations.
      let iterations = 0
      while (slow.pollUnsafe() === undefined) {
        yield* turnOfTheLoop
        iterations++
      }
      assert.isFalse(yield* Fiber.join(slow))
      assert.isAbove(iterations, 100)
    }).pipe(Effect.provide(realHasher))
  )

  it.live("verifies right and wrong passwords, sequentially and concurrently", () =>
    Effect.gen(function* () {
      const { compare } = yield* makeBcryptPool
      assert.isTrue(yield* compare({ password: "password123", hash: quickHash }))
      assert.isFalse(yield* compare({ password: "password124", hash: quickHash }))
      const passwords = Array.from({ length: 20 }, (_, index) => `password${120 + (index % 5)}`)
      const results = yield* Effect.forEach(passwords, (password) => compare({ password, hash: quickHash }), {
        concurrency: 4
      })
      assert.deepStrictEqual(
        results,
        passwords.map((password) => password === "password123")
      )
    }).pipe(Effect.scoped)
  )

  it.live("continues after an interrupted comparison", () =>
    Effect.gen(function* () {
      const { compare } = yield* makeBcryptPool
      const endless = slowHash.replace("$11$", "$16$")
      const slow = yield* Effect.forkChild(compare({ password: "wrong", hash: endless }))
      yield* turnOfTheLoop
      yield* Fiber.interrupt(slow)
      assert.isTrue(yield* compare({ password: "password123", hash: quickHash }))
    }).pipe(Effect.scoped)
  )

  it.live("ends its threads when its scope closes", () =>
    Effect.gen(function* () {
      const workers = () =>
        process.getActiveResourcesInfo().filter((name) => name === "MessagePort" || name === "Worker").length
      const before = workers()
      const scope = yield* Scope.make()
      const { compare } = yield* Scope.provide(makeBcryptPool, scope)
      assert.isTrue(yield* compare({ password: "password123", hash: quickHash }))
      yield* Scope.close(scope, Exit.void)
      assert.isAtMost(workers(), before)
    })
  )
})

describe("the queue of the password hasher", () => {
  it.effect("runs up to its concurrency, and rejects what exceeds its length", () =>
    Effect.gen(function* () {
      const queue = yield* makeWorkQueue({ name: "test", concurrency: 2, maxWaiting: 3, maxOfCaller: 5 })
      const end = yield* Deferred.make<void>()
      let running = 0
      const work = Effect.suspend(() => {
        running++
        return Deferred.await(end)
      })
      const fibers = yield* Effect.forEach([1, 2, 3, 4, 5], () =>
        Effect.forkChild(queue(work), { startImmediately: true })
      )
      assert.strictEqual(running, 2)
      assert.instanceOf(yield* Effect.flip(queue(work)), PasswordHasherBusy)
      yield* Deferred.succeed(end, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      assert.strictEqual(running, 5)
      yield* queue(work)
    })
  )

  it.effect("has room for other callers when one has used its share", () =>
    Effect.gen(function* () {
      const queue = yield* makeWorkQueue({ name: "test", concurrency: 1, maxWaiting: 9, maxOfCaller: 2 })
      const end = yield* Deferred.make<void>()
      const from = (network: string | null) =>
        Effect.provideService(queue(Deferred.await(end)), QueueCaller, network).pipe(
          Effect.forkChild({ startImmediately: true })
        )
      const fibers = yield* Effect.forEach(["192.0.2.1", "192.0.2.1", "192.0.2.2", null, null, null], from)
      const refused = yield* Effect.exit(Effect.flatMap(from("192.0.2.1"), Fiber.join))
      assert.deepStrictEqual(refused, Exit.fail(new PasswordHasherBusy()))
      yield* Deferred.succeed(end, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      yield* Effect.flatMap(from("192.0.2.1"), Fiber.join)
    })
  )

  it.effect("frees the slot of an interrupted caller, waiting or running", () =>
    Effect.gen(function* () {
      const queue = yield* makeWorkQueue({ name: "test", concurrency: 1, maxWaiting: 1, maxOfCaller: 2 })
      const [running, waiting] = [
        yield* Effect.forkChild(queue(Effect.never), { startImmediately: true }),
        yield* Effect.forkChild(queue(Effect.never), { startImmediately: true })
      ]
      assert.instanceOf(yield* Effect.flip(queue(Effect.void)), PasswordHasherBusy)
      yield* Fiber.interrupt(waiting)
      const next = yield* Effect.forkChild(queue(Effect.succeed("ran")), { startImmediately: true })
      yield* Fiber.interrupt(running)
      assert.strictEqual(yield* Fiber.join(next), "ran")
    })
  )

  it.live("is used by the real hasher for both algorithms", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const endless = slowHash.replace("$11$", "$16$")
      const attempts = yield* Effect.forEach(Array.from({ length: 110 }), () =>
        Effect.forkChild(Effect.exit(hasher.verify(Redacted.make("wrong"), endless)), { startImmediately: true })
      )
      const refused = attempts.flatMap((fiber) => {
        const exit = fiber.pollUnsafe()
        return exit === undefined ? [] : [exit]
      })
      assert.isAtLeast(refused.length, 7)
      // The other algorithm has its own queue.
      assert.isFalse(yield* hasher.verify(Redacted.make("wrong"), null))
      yield* Effect.forEach(attempts, Fiber.interrupt)
      assert.isTrue(yield* hasher.verify(Redacted.make("password123"), quickHash))
    }).pipe(Effect.provide(realHasher))
  )

  it.effect("has room for other projects when the server of one has used its share", () =>
    Effect.gen(function* () {
      const queue = yield* makeWorkQueue({ name: "test", concurrency: 1, maxWaiting: 9, maxOfCaller: 5 })
      const end = yield* Deferred.make<void>()
      let isStarted = false
      let jobs = 0
      const hasher = Layer.effect(
        PasswordHasher,
        Effect.map(PasswordHasher, (hasher) => ({
          ...hasher,
          hash: (password) => {
            // The passwords of the seed are hashed at the start.
            if (!isStarted) return hasher.hash(password)
            jobs++
            return queue(Effect.andThen(Deferred.await(end), hasher.hash(password)))
          }
        }))
      ).pipe(Layer.provide(testHasher))
      const create = (headers: Headers, number: number) =>
        send("POST", "/api/v1/users", {
          headers,
          json: {
            primary_email: `user${number}@example.com`,
            primary_email_auth_enabled: true,
            password: "correct horse"
          }
        }).pipe(Effect.forkChild({ startImmediately: true }))
      yield* Effect.gen(function* () {
        isStarted = true
        const fibers = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, index) => index),
          (number) => create(number % 2 === 0 ? asServer : asAdmin, number)
        )
        yield* until(Effect.sync(() => jobs === 20))
        const other = yield* create(
          {
            "x-stack-project-id": OTHER_PROJECT_ID,
            "x-stack-access-type": "server",
            "x-stack-secret-server-key": otherKeys.secretServerKey
          },
          0
        )
        yield* until(Effect.sync(() => jobs === 21))
        yield* Deferred.succeed(end, undefined)
        assert.strictEqual((yield* Fiber.join(other)).status, 201)
        const statuses = (yield* Effect.forEach(fibers, Fiber.join)).map(({ status }) => status)
        assert.deepStrictEqual(
          statuses.toSorted(),
          Array.from({ length: 20 }, (_, index) => (index < 5 ? 201 : 503))
        )
      }).pipe(Effect.provide(Layer.orDie(Layer.provide(layerNoDeps({ seed: seedWith({ users: [] }) }), hasher))))
    })
  )

  it.effect("responds with 503 with Retry-After when it is full, and uses no code up", () =>
    Effect.gen(function* () {
      let isBusy = false
      const networks = new Set<string | null>()
      const hasher = Layer.effect(
        PasswordHasher,
        Effect.map(PasswordHasher, (hasher) => ({
          ...hasher,
          hash: (password) => (isBusy ? Effect.fail(new PasswordHasherBusy()) : hasher.hash(password)),
          verify: (password, hash) =>
            Effect.flatMap(QueueCaller, (network) => {
              networks.add(network)
              return isBusy ? Effect.fail(new PasswordHasherBusy()) : hasher.verify(password, hash)
            })
        }))
      ).pipe(Layer.provide(testHasher))
      yield* Effect.gen(function* () {
        yield* post("/auth/password/send-reset-code", asClient, {
          email: ada.email,
          callback_url: "http://localhost:3000/reset"
        })
        const code = yield* codeTo(ada.email)
        isBusy = true
        const responses = [
          yield* send("POST", "/api/v1/auth/password/sign-in", { headers: asClient, json: ada }),
          yield* post("/auth/password/reset", asClient, { code, password: "a new password" })
        ]
        for (const { code, headers, status, text } of responses) {
          assert.deepStrictEqual([status, code, headers["retry-after"]], [503, undefined, "5"])
          assert.strictEqual(text, "Too many passwords are being checked at the moment. Please try again.")
        }
        // None of these counts as a failed attempt, of which an account has fifty.
        for (let attempt = 0; attempt < 60; attempt++) {
          assert.strictEqual((yield* post("/auth/password/sign-in", asClient, ada)).status, 503)
        }
        isBusy = false
        assert.strictEqual((yield* post("/auth/password/sign-in", asClient, ada)).status, 200)
        assert.deepStrictEqual([...networks], ["127.0.0.1"])
        assert.strictEqual(
          (yield* post("/auth/password/reset", asClient, { code, password: "a new password" })).status,
          200
        )
      }).pipe(
        Effect.provide(
          Layer.orDie(Layer.provide(layerNoDeps({ seed: seedWith({ users: [{ id: USER_ID, ...ada }] }) }), hasher))
        )
      )
    })
  )
})
