/** Rate limits of attempts while the database refuses statements. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { PasswordApi } from "../../../core/api/index.ts"
import * as RateLimits from "../../../service/http/rate-limits/rate-limits.ts"
import { layer as codeStore } from "../../../service/resources/verification-codes/verification-code-store.ts"
import type { ServiceResponse } from "../../../service/response/service-response.ts"
import { run } from "../../../service/sql/rows.ts"
import { outageReason } from "../../../service/sql/unavailable.ts"
import { isOverNetwork } from "../../postgres/server.ts"
import { layerDatabase } from "../database-layer.ts"
import { deploymentAt } from "../deployment-layer.ts"
import { ada, PROJECT_ID } from "../fixture.ts"

const limits = RateLimits.layer(new Map([[PROJECT_ID, { attempts: { perAccount: { burst: 1, perMinute: 1 } } }]])).pipe(
  Layer.provide(codeStore),
  Layer.provideMerge(layerDatabase()),
  Layer.provide(deploymentAt(null))
)

// `PRAGMA` is of SQLite.
describe.skipIf(isOverNetwork)("attempts", () => {
  it.effect("do not count while the database cannot be written, so that a right password is not limited after it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { limit } = yield* RateLimits.RateLimits
      const attempt = (respond: Effect.Effect<ServiceResponse, never, SqlClient.SqlClient>) =>
        Effect.exit(
          limit(
            {
              endpoint: PasswordApi.signIn.name,
              projectId: PROJECT_ID,
              network: "203.0.113.1",
              userId: null,
              body: ada
            },
            respond
          )
        )
      const wrong: ServiceResponse = { status: 400, headers: {}, body: "" }
      const signIn = Effect.as(run(sql`DELETE FROM sessions`), { status: 200, headers: {}, body: "" })
      yield* sql`PRAGMA query_only = ON`
      for (let count = 0; count < 5; count++) {
        const exit = yield* attempt(signIn)
        assert.strictEqual(Exit.isFailure(exit) ? outageReason(Cause.squash(exit.cause)) : null, "it can only be read.")
      }
      yield* sql`PRAGMA query_only = OFF`
      assert.deepStrictEqual(yield* attempt(Effect.succeed(wrong)), Exit.succeed(wrong))
      const limited = yield* Effect.flip(Effect.flatten(attempt(Effect.succeed(wrong))))
      assert.strictEqual(limited.response.status, 429)
    }).pipe(Effect.provide(limits))
  )
})
