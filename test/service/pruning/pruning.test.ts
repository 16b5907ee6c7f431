/** Deletion of expired codes, sessions and OAuth flows. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Logger, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { ServiceClock } from "../../../service/development/service-clock.ts"
import * as FlowStore from "../../../service/resources/oauth/flow-store.ts"
import { DeletedProjects } from "../../../service/resources/projects/deleted-projects.ts"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import { AbandonedUserStore } from "../../../service/pruning/abandoned-user-store.ts"
import * as ExpiredRowsStore from "../../../service/pruning/expired-rows-store.ts"
import * as Pruner from "../../../service/pruning/pruner.ts"
import * as Database from "../../../service/sql/database.ts"
import * as VerificationCodeStore from "../../../service/resources/verification-codes/verification-code-store.ts"
import { DAY, HOUR } from "../../durations.ts"
import { layerDatabase } from "../database-layer.ts"
import {
  ada,
  asClient,
  asServer,
  me,
  PROJECT_ID,
  refresh,
  send,
  service,
  signIn,
  USER_ID,
  withToken
} from "../fixture.ts"
import { callback, codeTo } from "../mails.ts"
import { post } from "../requests.ts"
import { authorizePath, Browser, grace, oauthService } from "../resources/oauth/browser.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const stores = Layer.mergeAll(
  ProjectStore.layer,
  VerificationCodeStore.layer,
  FlowStore.layer,
  ExpiredRowsStore.layer({ accessToken: 0, auditEntry: 365 * DAY })
).pipe(Layer.provideMerge(layerDatabase()))

const addCodes = Effect.fnUntraced(function* (
  count: number,
  kind: VerificationCodeStore.VerificationCodeKind,
  expiresAt: number
) {
  const { insert } = yield* VerificationCodeStore.VerificationCodeStore
  for (let index = 0; index < count; index++) {
    const id = `${kind}-${expiresAt}-${index}`
    yield* insert({
      id,
      projectId: PROJECT_ID,
      userId: null,
      kind,
      code: id.padEnd(45, "x"),
      callbackUrl: null,
      data: {},
      createdAt: 0,
      expiresAt
    })
  }
})

const Counted = Schema.Tuple([Schema.Struct({ count: Schema.Finite })])
const countOf = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const [{ count }] = yield* Schema.decodeUnknownEffect(Counted)(
    yield* sql`SELECT count(*) AS count FROM ${sql(table)}`
  )
  return count
})

describe("expired rows", () => {
  it.effect("are deleted in batches, and no other rows", () =>
    Effect.gen(function* () {
      yield* (yield* ProjectStore.ProjectStore).insert(blankProject(PROJECT_ID, 0))
      yield* addCodes(1200, "passkey_authentication", 10)
      yield* addCodes(3, "passkey_authentication", HOUR + 11)
      yield* addCodes(2, "magic_link", 10)
      const { prune } = yield* ExpiredRowsStore.ExpiredRowsStore
      assert.strictEqual(yield* prune(HOUR + 9), 0)
      assert.strictEqual(yield* prune(HOUR + 10), 1200)
      assert.strictEqual(yield* countOf("verification_codes"), 5)
      assert.strictEqual(yield* prune(7 * DAY + 10), 5)
      assert.strictEqual(yield* prune(8 * DAY), 0)
    }).pipe(Effect.provide(stores))
  )

  it.effect("of each table are deleted from a file with the first request after six hours", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("a.db")
      const tables = ["sessions", "verification_codes", "oauth_flows", "oauth_authorization_codes"]
      const ofFile = Effect.provide(Effect.forEach(tables, countOf), Database.layer(database), { local: true })
      const until = (expected: ReadonlyArray<number>): Effect.Effect<void, unknown> =>
        Effect.flatMap(ofFile, (counts) =>
          counts.join() === expected.join() ? Effect.void : Effect.andThen(Effect.yieldNow, until(expected))
        )
      const request = send("GET", "/api/v1/projects/current", { headers: asClient })
      yield* Effect.gen(function* () {
        yield* signIn()
        yield* send("POST", "/api/v1/auth/sessions", {
          headers: asServer,
          json: { user_id: USER_ID, expires_in_millis: 1000 }
        })
        yield* send("POST", "/api/v1/auth/passkey/initiate-passkey-authentication", { headers: asClient, json: {} })
        assert.strictEqual((yield* send("GET", authorizePath("google"))).status, 307)
        yield* new Browser().signIn("google", grace)
        yield* until([2, 1, 1, 1])
        yield* TestClock.adjust("359 minutes")
        yield* request
        yield* Effect.repeat(Effect.yieldNow, { times: 20 })
        yield* until([2, 1, 1, 1])
        yield* TestClock.adjust("1 minute")
        yield* request
        yield* until([2, 0, 1, 1])
        yield* (yield* ServiceClock).advance("25 hours")
        yield* request
        yield* until([1, 0, 0, 0])
      }).pipe(Effect.provide(oauthService({ passkeyEnabled: true }, {}, { database })))
    }).pipe(Effect.scoped)
  )

  it.effect("of codes are rejected as expired for a week, and then as not found", () =>
    Effect.gen(function* () {
      yield* post("/auth/otp/send-sign-in-code", asClient, { email: ada.email, callback_url: callback })
      const code = yield* codeTo(ada.email)
      const codeAfter = Effect.fnUntraced(function* (days: number) {
        yield* TestClock.adjust(days * DAY)
        // Starts the pruning that is due.
        yield* post("/auth/otp/sign-in/check-code", asClient, { code: "x".repeat(45) })
        yield* Effect.repeat(Effect.yieldNow, { times: 200 })
        return (yield* post("/auth/otp/sign-in/check-code", asClient, { code })).code
      })
      assert.strictEqual(yield* codeAfter(8), "VERIFICATION_CODE_EXPIRED")
      assert.strictEqual(yield* codeAfter(5.9), "VERIFICATION_CODE_EXPIRED")
      while ((yield* codeAfter(0.3)) !== "VERIFICATION_CODE_NOT_FOUND");
    }).pipe(Effect.provide(service({ config: { magicLinkEnabled: true }, users: [{ ...ada, emailVerified: true }] })))
  )

  it.effect("of sessions leave the access tokens of a signed-out user valid until they expire", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn()
      const headers = { ...withToken(access_token), "x-stack-refresh-token": refresh_token }
      assert.strictEqual((yield* send("DELETE", "/api/v1/auth/sessions/current", { headers })).status, 200)
      assert.strictEqual((yield* refresh(refresh_token)).status, 401)
      for (let days = 1; days < 3; days++) {
        yield* TestClock.adjust("1 day")
        assert.strictEqual((yield* me(withToken(access_token))).status, 200)
        yield* Effect.repeat(Effect.yieldNow, { times: 200 })
      }
      assert.strictEqual((yield* me(withToken(access_token))).status, 200)
    }).pipe(Effect.provide(service({}, { accessTokenLifetimeSeconds: 3 * 86_400 })))
  )
})

/** A pruner with a test double of the store. Logs into `lines`. */
const prunerWith = (prune: (now: number) => Effect.Effect<number>, lines: Array<string> = []) =>
  Pruner.layer.pipe(
    Layer.provide(Layer.succeed(ExpiredRowsStore.ExpiredRowsStore, { prune })),
    Layer.provide(Layer.succeed(AbandonedUserStore, { prune: () => Effect.succeed(0) })),
    Layer.provide(Layer.succeed(DeletedProjects, { prune: Effect.succeed(0), startPruning: Effect.void })),
    Layer.provide(Logger.layer([Logger.map(Logger.formatLogFmt, (line) => void lines.push(line))]))
  )

const request = Effect.andThen(
  Pruner.Pruner.use(({ pruneWhenDue }) => pruneWhenDue),
  Effect.repeat(Effect.yieldNow, { times: 20 })
)

describe("a pruning run", () => {
  it.effect("starts once however far the clock is moved, and by requests only", () => {
    const rounds: Array<number> = []
    return Effect.gen(function* () {
      yield* TestClock.adjust(56 * 365 * DAY)
      assert.deepStrictEqual(rounds, [])
      yield* request
      yield* request
      yield* TestClock.adjust(6 * HOUR - 1)
      yield* request
      assert.lengthOf(rounds, 1)
      yield* TestClock.adjust(1)
      assert.lengthOf(rounds, 1)
      yield* request
      assert.deepStrictEqual(rounds, [56 * 365 * DAY, 56 * 365 * DAY + 6 * HOUR])
    }).pipe(Effect.provide(prunerWith((now) => Effect.sync(() => rounds.push(now)))))
  })

  it.effect("starts after the clock is set back", () => {
    const rounds: Array<number> = []
    return Effect.gen(function* () {
      yield* TestClock.setTime(30 * DAY)
      yield* request
      yield* TestClock.setTime(0)
      yield* request
      assert.deepStrictEqual(rounds, [30 * DAY, 0])
    }).pipe(Effect.provide(prunerWith((now) => Effect.sync(() => rounds.push(now)))))
  })

  it.effect("does not delay requests, and does not start before the last one has ended", () => {
    const ended = Deferred.makeUnsafe<void>()
    const rounds: Array<number> = []
    const prune = (now: number) =>
      Effect.as(
        Effect.andThen(
          Effect.sync(() => rounds.push(now)),
          Deferred.await(ended)
        ),
        0
      )
    return Effect.gen(function* () {
      for (let count = 0; count < 3; count++) {
        yield* request
        yield* TestClock.adjust(6 * HOUR)
      }
      assert.deepStrictEqual(rounds, [0])
      yield* Deferred.succeed(ended, undefined)
      yield* request
      yield* request
      assert.strictEqual(rounds.at(-1), 18 * HOUR)
    }).pipe(Effect.provide(prunerWith(prune)))
  })

  it.effect("that fails is logged, fails no request, and is followed by the next one", () => {
    const lines: Array<string> = []
    let rounds = 0
    const prune = () =>
      Effect.suspend(() => (++rounds === 1 ? Effect.die(new Error("the disk is full")) : Effect.succeed(0)))
    return Effect.gen(function* () {
      yield* request
      yield* TestClock.adjust(6 * HOUR)
      yield* request
      assert.strictEqual(rounds, 2)
      assert.lengthOf(lines, 1)
      assert.match(lines.join(), /Deleting expired rows failed.*the disk is full/)
    }).pipe(Effect.provide(prunerWith(prune, lines)))
  })
})
