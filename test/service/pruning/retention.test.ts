/** Three simulated years with the same activity each week. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { KeyRing, layer as keyRing } from "../../../service/crypto/key-ring.ts"
import { WEEK } from "../../durations.ts"
import { layerDatabase } from "../database-layer.ts"
import { ada, asAdmin, asClient, me, PROJECT_ID, send, signIn, withToken } from "../fixture.ts"
import { callback } from "../mails.ts"
import { post } from "../requests.ts"
import { authorizePath, Browser, grace, oauthService } from "../resources/oauth/browser.ts"
import { temporaryFolder } from "../temporary-folder.ts"
import { tableSizes } from "./table-sizes.ts"

/** Everything that writes rows which expire. */
const weekOfActivity = Effect.gen(function* () {
  yield* signIn()
  yield* post("/auth/otp/send-sign-in-code", asClient, { email: ada.email, callback_url: callback })
  yield* post("/auth/password/send-reset-code", asClient, { email: ada.email, callback_url: callback })
  yield* send("POST", "/api/v1/auth/passkey/initiate-passkey-authentication", { headers: asClient, json: {} })
  yield* send("GET", authorizePath("google"))
  yield* new Browser().signIn("google", grace)
  yield* send("POST", "/api/v1/webhooks/svix-token", { headers: asAdmin, json: {} })
})

describe("a database after years", () => {
  it.effect(
    "is as large as before, with sessions, codes, flows, tokens and signing keys that expire",
    () =>
      Effect.gen(function* () {
        const { path } = yield* temporaryFolder
        const rotate = Effect.provide(
          KeyRing.use((ring) => ring.rotate(PROJECT_ID)),
          keyRing(600).pipe(Layer.provide(layerDatabase(path("a.db"))))
        )
        const sizes: Array<Readonly<Record<string, number>>> = []
        yield* Effect.gen(function* () {
          for (let week = 0; week <= 156; week++) {
            yield* TestClock.setTime(week * WEEK)
            yield* weekOfActivity
            if (week % 4 === 0) yield* rotate
            // The pruning runs beside the requests.
            yield* Effect.repeat(Effect.yieldNow, { times: 500 })
            if (week === 104 || week === 156) sizes.push(tableSizes(path("a.db")))
          }
          const { access_token } = yield* signIn()
          assert.strictEqual((yield* me(withToken(access_token))).status, 200)
        }).pipe(
          Effect.provide(oauthService({ passkeyEnabled: true, magicLinkEnabled: true }, {}, { database: path("a.db") }))
        )
        const [twoYears, threeYears] = sizes
        // The mailbox of development is limited by number.
        assert.deepStrictEqual({ ...threeYears, mails: 0 }, { ...twoYears, mails: 0 })
        assert.isAtMost(threeYears?.["signing_keys"] ?? Infinity, 3)
      }).pipe(Effect.scoped),
    120_000
  )
})
