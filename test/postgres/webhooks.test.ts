/** Several services on one outbox. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { dev } from "../cli/keystile-process.ts"
import { makeRawClient } from "../service/raw-client.ts"
import { webhookReceiver, SECRET } from "../service/webhook-receiver.ts"
import { asServer, keys, PROJECT_ID } from "../service/fixture.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { server, temporaryDatabase } from "./server.ts"

const started = Effect.gen(function* () {
  const url = yield* temporaryDatabase
  const target = yield* webhookReceiver
  const { path } = yield* temporaryFolder
  const webhooks = [{ url: target.url, secret: SECRET }]
  writeFileSync(
    path("seed.json"),
    JSON.stringify({ projects: [{ id: PROJECT_ID, displayName: "Test", keys, webhooks }] })
  )
  const start = dev("--db", url, "--seed", path("seed.json"))
  return { target, start }
})

const idOf = (json: unknown) => (typeof json === "object" && json !== null && "id" in json ? String(json.id) : "")

const makeUsers = (url: string, count: number) =>
  Effect.map(
    Effect.all(
      Array.from({ length: count }, () =>
        makeRawClient(url).send("POST", "/api/v1/users", { display_name: "x" }, asServer)
      ),
      { concurrency: 10 }
    ),
    (responses) => {
      assert.deepStrictEqual(
        responses.filter(({ status }) => status !== 201),
        []
      )
      return responses.map(({ json }) => `user.created ${idOf(json)}`)
    }
  )

describe.skipIf(server === undefined)("webhooks of services on one database", () => {
  it.live(
    "are delivered once, by any of the services",
    () =>
      Effect.gen(function* () {
        const { start, target } = yield* started
        const [one, other] = yield* Effect.all([start, start], { concurrency: 2 })
        const made = (yield* Effect.all([makeUsers(one.url, 100), makeUsers(other.url, 100)], {
          concurrency: 2
        })).flat()
        assert.deepStrictEqual(yield* target.until(made, 30), [])
        assert.deepStrictEqual(
          [...target.received.values()].filter((times) => times > 1),
          []
        )
      }),
    90_000
  )

  it.live(
    "are delivered by another service when one is killed",
    () =>
      Effect.gen(function* () {
        const { start, target } = yield* started
        const [one, other] = yield* Effect.all([start, start], { concurrency: 2 })
        const made = yield* makeUsers(one.url, 60)
        one.process.kill("SIGKILL")
        yield* one.ended
        // Deliveries claimed by a killed process are released after 25 s.
        assert.deepStrictEqual(yield* target.until(made, 60), [])
        yield* makeUsers(other.url, 1)
      }),
    120_000
  )
})
