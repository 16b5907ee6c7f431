/**
 * Crash test: kills a process with the service under load (`kill -9`), restarts it, and verifies durability and
 * atomicity. Everything that was acknowledged is present; everything else is present as a whole or absent.
 */
import { assert } from "@effect/vitest"
import { Clock, Effect, Schedule } from "effect"
import { randomInt, randomUUID } from "node:crypto"
import { freePort } from "../free-port.mjs"
import { seedDatabase } from "../cli/serve-cluster.ts"
import { keys, PROJECT_ID } from "../service/fixture.ts"
import { webhookReceiver, SECRET } from "../service/webhook-receiver.ts"
import { type ResentMessages, changeEverything } from "./changes.ts"
import { noExpectations } from "./expectations.ts"
import { importUsers, signUps } from "./load.ts"
import type { ProgramUnderTest } from "./programs.ts"
import { refusingMailServer } from "./refusing-mail-server.ts"
import { verifyExpectations } from "./verify-expectations.ts"

/** The database that crashes and restarts with the service. */
export interface Storage {
  /** The value of `--db`. */
  readonly database: string
  /** Kills the database. */
  readonly kill: Effect.Effect<void>
  readonly restart: Effect.Effect<void>
  /** Verifies that the database is readable and that every foreign key is valid. */
  readonly check: Effect.Effect<void>
}

/**
 * The longest time of the last webhooks, in seconds. Deliveries claimed by a killed process are released after 20 s,
 * mails after less than a minute.
 */
const WEBHOOK_DEADLINE_SECONDS = 60

/** A round ends after at most this number of acknowledged changes, however fast the machine is. */
const MAX_ACKNOWLEDGED = 60

const secrets = "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7"

/**
 * Kills the program this number of times at random moments and verifies the data after each restart. Returns the final
 * counts.
 */
export const crash = Effect.fnUntraced(function* (program: ProgramUnderTest, storage: Storage, times: number) {
  const target = yield* webhookReceiver
  const mailServer = yield* refusingMailServer
  const project = {
    id: PROJECT_ID,
    displayName: "Test",
    keys,
    config: {
      allowUserApiKeys: true,
      allowTeamApiKeys: true,
      magicLinkEnabled: true,
      passkeyEnabled: true,
      emailConfig: {
        type: "standard" as const,
        ...mailServer.settings,
        senderName: "Test",
        senderEmail: "mail@example.com"
      },
      oauthProviders: [{ type: "standard" as const, id: "github" as const, clientId: "client", clientSecret: "secret" }]
    },
    projectPermissions: { definitions: [{ id: "beta" }, { id: "staff" }], userDefaults: ["beta"] },
    webhooks: [{ url: target.url, secret: SECRET }]
  }
  const deletedProjects = Array.from({ length: times }, (_, round) => ({
    id: randomUUID(),
    displayName: "Deleted",
    keys: { superSecretAdminKey: `sak_of_deleted_${round}` },
    users: [{ email: "a@example.com" }]
  }))
  yield* seedDatabase({ database: storage.database, seed: { projects: [project, ...deletedProjects] } })
  const port = yield* Effect.promise(() => freePort())
  const url = `http://127.0.0.1:${port}${program.mountPath}`
  const environment = {
    KEYSTILE_PUBLIC_URL: url,
    KEYSTILE_DB: storage.database,
    KEYSTILE_SECRETS: secrets,
    KEYSTILE_MAIL: "log",
    KEYSTILE_REQUEST_LOG: "false",
    KEYSTILE_TRUSTED_PROXIES: "1",
    KEYSTILE_PRIVATE_SMTP: "true",
    KEYSTILE_PRIVATE_WEBHOOKS: "true"
  }
  const start = program.start(environment, port)
  const expected = noExpectations()
  const awaited: ResentMessages = { mails: new Set(), webhooks: new Map() }
  let seen = { users: 0, teams: 0 }
  for (let round = 0; round < times; round++) {
    const { ended, process } = yield* start
    const startedAt = yield* Clock.currentTimeMillis
    const turns = { acknowledged: 0 }
    const killed = Effect.gen(function* () {
      const acknowledged = () => Object.values(expected).reduce((sum, { size }) => sum + size, 0)
      while (turns.acknowledged === 0) yield* Effect.sleep(10)
      const enough = acknowledged() + randomInt(5, MAX_ACKNOWLEDGED)
      const teams = expected.teams.size
      while (acknowledged() < enough || expected.teams.size === teams) yield* Effect.sleep(10)
      // In half of the rounds the database is killed first.
      const isDatabaseKilledFirst = Math.random() < 0.5
      if (isDatabaseKilledFirst) yield* Effect.andThen(storage.kill, Effect.sleep(Math.random() * 200))
      process.kill("SIGKILL")
      if (!isDatabaseKilledFirst) yield* storage.kill
      yield* ended
    })
    const workers = [signUps, signUps, importUsers, importUsers].map((work, index) =>
      work(url, `r${round}w${index}t${startedAt}`, expected)
    )
    const everything = changeEverything({
      url,
      worker: `r${round}t${startedAt}`,
      facts: expected.facts,
      awaited,
      receiver: target,
      deletedProject: deletedProjects[round] ?? assert.fail("There is no project to delete"),
      onTurn: () => void turns.acknowledged++
    })
    yield* Effect.all([killed, everything, ...workers], { concurrency: "unbounded" })
    yield* storage.restart
    yield* storage.check

    const again = yield* start
    seen = yield* verifyExpectations(url, expected)
    if (round === times - 1) {
      assert.deepStrictEqual(
        yield* target.until([...expected.webhooks], WEBHOOK_DEADLINE_SECONDS),
        [],
        "webhooks that were not delivered"
      )
      const missing = () => ({
        webhooks: [...awaited.webhooks].filter(([name, times]) => (target.received.get(name) ?? 0) < times),
        mails: [...awaited.mails].filter((email) => !mailServer.recipients().has(email))
      })
      const isMissing = Effect.sync(() => Object.values(missing()).some(({ length }) => length > 0))
      yield* Effect.repeat(isMissing, { while: (is) => is, schedule: Schedule.spaced("50 millis") }).pipe(
        Effect.timeoutOption("90 seconds")
      )
      assert.deepStrictEqual(missing(), { webhooks: [], mails: [] }, "what was sent again and not received")
    }
    again.process.kill("SIGKILL")
    yield* again.ended
    // Removes what was verified in most rounds, so that later rounds do not verify it again.
    if (round % 10 !== 9)
      for (const verified of Object.values(expected)) if (verified !== expected.webhooks) verified.clear()
  }
  return { ...seen, webhooks: expected.webhooks.size, sentAgain: awaited.webhooks.size + awaited.mails.size }
}, Effect.scoped)
