/** Several services on one outbox of mails. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { dev } from "../cli/keystile-process.ts"
import { keys, PROJECT_ID } from "../service/fixture.ts"
import { callback } from "../service/mails.ts"
import { makeRawClient } from "../service/raw-client.ts"
import { smtpServer } from "../service/smtp-servers.ts"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { server, temporaryDatabase } from "./server.ts"

/** Two services on one database whose project has a mail server. */
const started = Effect.gen(function* () {
  const url = yield* temporaryDatabase
  const mails = yield* smtpServer()
  const { path } = yield* temporaryFolder
  const emailConfig = {
    type: "standard",
    ...mails.settings,
    senderName: "Orchards",
    senderEmail: "mail@fernhill.example"
  }
  writeFileSync(
    path("seed.json"),
    JSON.stringify({
      projects: [{ id: PROJECT_ID, displayName: "Test", keys, limits: "off", config: { emailConfig } }]
    })
  )
  const start = dev("--db", url, "--seed", path("seed.json"))
  const [one, other] = yield* Effect.all([start, start], { concurrency: 2 })
  return { mails, one, other }
})

/** Signs up users, and returns the addresses of those that were accepted. */
const signUps = (url: string, name: string, count: number) =>
  Effect.map(
    Effect.forEach(
      Array.from({ length: count }, (_, number) => `${name}${number}@example.com`),
      (email) => {
        const json = { email, password: "correct horse", verification_callback_url: callback }
        return Effect.map(makeRawClient(url).send("POST", "/api/v1/auth/password/sign-up", json), ({ status }) =>
          status === 200 ? [email] : []
        )
      },
      { concurrency: 10 }
    ),
    (accepted) => accepted.flat()
  )

describe.skipIf(server === undefined)("mails of services on one database", () => {
  it.live(
    "are sent once, by any of the services",
    () =>
      Effect.gen(function* () {
        const { mails, one, other } = yield* started
        const made = (yield* Effect.all([signUps(one.url, "one", 20), signUps(other.url, "other", 20)], {
          concurrency: 2
        })).flat()
        assert.lengthOf(made, 40)
        yield* mails.whenReceived(40)
        // A mail that is sent twice would arrive before the last one of a later sign-up.
        yield* signUps(one.url, "last", 1)
        yield* mails.whenReceived(41)
        const recipients = mails.received.flatMap(({ to }) => to)
        assert.deepStrictEqual(recipients.toSorted(), [...made, "last0@example.com"].toSorted())
      }).pipe(Effect.scoped),
    90_000
  )

  it.live(
    "are sent by another service when one is killed",
    () =>
      Effect.gen(function* () {
        const { mails, one } = yield* started
        const made = yield* signUps(one.url, "user", 20)
        one.process.kill("SIGKILL")
        yield* one.ended
        // Mails claimed by a killed process are released after 30 s.
        const missing = () => made.filter((email) => !mails.received.some(({ to }) => to.includes(email)))
        while (missing().length > 0) yield* mails.whenReceived(mails.received.length + 1)
        assert.lengthOf(made, 20)
        assert.deepStrictEqual(missing(), [])
      }).pipe(Effect.scoped),
    120_000
  )
})
