/**
 * Rotations under load on SQLite. The signing key is replaced with `KEYSTILE_ROTATIONS=1` only, since that takes
 * minutes. `KEYSTILE_REQUESTS` sets the minimum number of requests; the default is 500.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "../service/temporary-folder.ts"
import { areKeysRotated, minimum, rotateKeys, rotateSecrets, timeout } from "./rotations.ts"

describe("processes on a SQLite file", () => {
  it.live(
    "fail no request while the secrets are replaced",
    () =>
      Effect.gen(function* () {
        const { changed, failures, sent } = yield* rotateSecrets((yield* temporaryFolder).path("keystile.db"), minimum)
        assert.deepStrictEqual(failures, [])
        yield* Effect.logInfo(`${changed} values encrypted again, ${sent} requests, none failed`)
      }).pipe(Effect.scoped),
    timeout
  )

  it.live.runIf(areKeysRotated)(
    "fail no request while the signing key is replaced, and verifiers refuse no token",
    () =>
      Effect.gen(function* () {
        const database = (yield* temporaryFolder).path("keystile.db")
        const { failures, sent, verified } = yield* rotateKeys(database, minimum)
        assert.deepStrictEqual(failures, [])
        assert.isAbove(verified, 0)
        yield* Effect.logInfo(`${sent} requests, ${verified} tokens verified, none refused`)
      }).pipe(Effect.scoped),
    timeout
  )
})
