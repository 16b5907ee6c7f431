/**
 * Rotations under load on PostgreSQL, with `KEYSTILE_ROTATIONS=1` and the variables of `test/cli/rotations.test.ts`.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { areKeysRotated, minimum, rotateKeys, rotateSecrets, timeout } from "../cli/rotations.ts"
import { server, temporaryDatabase } from "./server.ts"

describe.skipIf(server === undefined || !areKeysRotated)("processes on one PostgreSQL database", () => {
  it.live(
    "fail no request while the secrets are replaced",
    () =>
      Effect.gen(function* () {
        const { changed, failures, sent } = yield* rotateSecrets(yield* temporaryDatabase, minimum)
        assert.deepStrictEqual(failures, [])
        yield* Effect.logInfo(`${changed} values encrypted again, ${sent} requests, none failed`)
      }).pipe(Effect.scoped),
    timeout
  )

  it.live(
    "fail no request while the signing key is replaced, and verifiers refuse no token",
    () =>
      Effect.gen(function* () {
        const { failures, sent, verified } = yield* rotateKeys(yield* temporaryDatabase, minimum)
        assert.deepStrictEqual(failures, [])
        assert.isAbove(verified, 0)
        yield* Effect.logInfo(`${sent} requests, ${verified} tokens verified, none refused`)
      }).pipe(Effect.scoped),
    timeout
  )
})
