/** Turns the second factor on, and creates its recovery codes. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { accessTokenTimes } from "../../core/session/tokens.ts"
import { Client } from "../../tiers/client.ts"
import { isTotpOf } from "./totp.ts"

/** The code does not belong to the secret. */
class WrongCode {
  readonly _tag = "WrongCode"
  readonly message = "The code does not belong to the secret."
}

export interface NewSecondFactor {
  readonly secret: Uint8Array<ArrayBuffer>
  /** A code of the secret, which proves that the authenticator app has it. */
  readonly code: string
  /** True if the service has recovery codes. */
  readonly withRecoveryCodes: boolean
}

/**
 * Returns the time of the service, whose clock decides at a sign-in, in epoch milliseconds: the time of a new access
 * token. The clock of this device may be wrong. It is used if the session cannot be refreshed.
 */
const serviceTime = Effect.gen(function* () {
  const client = yield* Client
  const { refreshToken } = yield* client.stored
  // Without the stored access token, which would be used again.
  const fresh = yield* Effect.orDie(
    client.withTokenStore({ refreshToken: refreshToken && Redacted.value(refreshToken) })
  )
  const { accessToken } = yield* fresh.tokens
  return (accessToken && accessTokenTimes(accessToken)?.issuedAt) ?? (yield* Clock.currentTimeMillis)
})

/**
 * Saves the secret. Returns the recovery codes; `null` without them, also if they could not be created: the second
 * factor is on then, and the user can create them later.
 */
export const enableSecondFactor = Effect.fnUntraced(function* ({ code, secret, withRecoveryCodes }: NewSecondFactor) {
  const now = yield* serviceTime
  const isRight = yield* Effect.promise(() => isTotpOf(secret, code, now))
  if (!isRight) return yield* Effect.fail(new WrongCode())
  const client = yield* Client
  yield* client.updateUser({ totpMultiFactorSecret: secret })
  if (!withRecoveryCodes) return null
  return yield* Effect.orElseSucceed(
    client.recoveryCodes.generate(),
    (): ReadonlyArray<Redacted.Redacted<string>> | null => null
  )
})
