/** Several service processes on one PostgreSQL database. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { writeFileSync } from "node:fs"
import { dev } from "../cli/keystile-process.ts"
import { makeRawClient } from "../service/raw-client.ts"
import { keys, PROJECT_ID } from "../service/fixture.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { query } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"

const password = "correct horse"

/** Starts two services with the same seed on a new database at the same time. */
const twoServices = Effect.gen(function* () {
  const url = yield* temporaryDatabase
  const { path } = yield* temporaryFolder
  const project = { id: PROJECT_ID, displayName: "Test", keys, config: { magicLinkEnabled: true } }
  writeFileSync(path("seed.json"), JSON.stringify({ projects: [project] }))
  const start = dev("--db", url, "--seed", path("seed.json"))
  const [first, second] = yield* Effect.all([start, start], { concurrency: 2 })
  return [makeRawClient(first.url), makeRawClient(second.url), url] as const
})

/** Columns as a newer version may add them, to tables of which services read and return all columns. */
const addColumns = ["users", "projects", "project_configs", "sessions", "teams"]
  .map((table) => `ALTER TABLE ${table} ADD COLUMN of_the_future TEXT;`)
  .join("\n")

describe.skipIf(server === undefined)("services on one database", () => {
  it.live(
    "create one project and share its keys when they start at the same time",
    () =>
      Effect.gen(function* () {
        const url = yield* temporaryDatabase
        const started = yield* Effect.all([dev("--db", url), dev("--db", url), dev("--db", url)], { concurrency: 3 })
        const [first, ...others] = started.map(({ projects }) => projects)
        for (const other of others) assert.deepStrictEqual(other, first)
        assert.strictEqual(first?.filter(({ id }) => id !== "internal").length, 1)
      }),
    60_000
  )

  it.live(
    "accept each other's sessions, and share the mailbox",
    () =>
      Effect.gen(function* () {
        const [one, other] = yield* twoServices
        const session = yield* one.signUp("ada@example.com", password)
        assert.strictEqual(yield* other.me(session.access_token), session.user_id)
        const renewed = yield* other.refresh(session.refresh_token)
        assert.strictEqual(renewed.status, 200)
        assert.strictEqual((yield* other.signOut(session)).status, 200)
        assert.strictEqual((yield* one.refresh(session.refresh_token)).status, 401)

        const waiting = yield* Effect.forkChild(other.nextMail("bob@example.com"), { startImmediately: true })
        yield* one.sendCode("bob@example.com")
        const { codes } = yield* Fiber.join(waiting)
        assert.isAbove(codes.length, 0)
      }),
    60_000
  )

  it.live(
    "accept a code once when twenty requests use it at the same time",
    () =>
      Effect.gen(function* () {
        const [one, other] = yield* twoServices
        for (const email of ["a@example.com", "b@example.com", "c@example.com"]) {
          yield* one.sendCode(email)
          const { codes } = yield* other.nextMail(email)
          const code = codes.at(-1) ?? ""
          const responses = yield* Effect.all(
            Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).useCode(code)),
            { concurrency: "unbounded" }
          )
          assert.lengthOf(
            responses.filter(({ status }) => status === 200),
            1
          )
          assert.lengthOf(
            responses.filter(({ status }) => status === 409),
            19,
            JSON.stringify(responses)
          )
        }
      }),
    60_000
  )

  it.live(
    "sign up one of many users with the same address at the same time",
    () =>
      Effect.gen(function* () {
        const [one, other] = yield* twoServices
        const responses = yield* Effect.all(
          Array.from({ length: 10 }, (_, index) =>
            (index % 2 === 0 ? one : other).trySignUp("ada@example.com", password)
          ),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(
          responses.filter(({ status }) => status === 200),
          1
        )
        assert.lengthOf(
          responses.filter(({ status }) => status === 409),
          9,
          JSON.stringify(responses)
        )
      }),
    60_000
  )

  it.live(
    "share the rate limit of attempts",
    () =>
      Effect.gen(function* () {
        const [one, other] = yield* twoServices
        yield* one.signUp("ada@example.com", password)
        const startedAt = performance.now()
        const responses = yield* Effect.all(
          Array.from({ length: 80 }, (_, index) =>
            (index % 2 === 0 ? one : other).signIn("ada@example.com", "wrong guess")
          ),
          { concurrency: 8 }
        )
        const taken = responses.filter(({ status }) => status === 400).length
        // The bucket holds 50 attempts and gains ten per minute.
        const minutes = (performance.now() - startedAt) / 60_000
        assert.isAtLeast(taken, 50)
        assert.isAtMost(taken, 50 + Math.ceil(minutes * 10))
        assert.strictEqual(taken + responses.filter(({ status }) => status === 429).length, 80)
      }),
    60_000
  )

  it.live(
    "handle reads and writes as before after a newer version has added columns",
    () =>
      Effect.gen(function* () {
        const [one, other, url] = yield* twoServices
        const session = yield* one.signUp("ada@example.com", password)
        /** Reads, and writes in transactions, on several connections at once. */
        const use = (round: string) =>
          Effect.all(
            Array.from({ length: 20 }, (_, index) => {
              const service = index % 4 === 0 ? other : one
              return Effect.gen(function* () {
                const read = yield* service.readMe(session.access_token)
                const written = yield* service.trySignUp(`${round}-${index}@example.com`, password)
                assert.deepStrictEqual([round, read.status, written.status], [round, 200, 200])
              })
            }),
            { concurrency: "unbounded" }
          )
        yield* use("before")
        yield* query(url, addColumns)
        yield* use("after")
        assert.strictEqual((yield* one.refresh(session.refresh_token)).status, 200)
      }),
    60_000
  )
})
