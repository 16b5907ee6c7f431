/**
 * Creates and verifies verification codes.
 *
 * A code is checked in this order: existence, expiry, use, number of attempts, rules of its kind. Every check counts as
 * an attempt, also for codes with the same tail.
 */
import { Clock, Context, Effect, Redacted, Schema } from "effect"
import {
  VerificationCodeAlreadyUsed,
  type VerificationCodeError,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../../../core/errors/verification-code.ts"
import { wire } from "../../../core/schema/wire.ts"
import { newOpaqueToken } from "../../crypto/opaque-token.ts"
import { mailedCodeDays } from "../../mail/mailed-code-days.ts"
import { type VerificationCodeKind, type VerificationCode, VerificationCodeStore } from "./verification-code-store.ts"
import { randomUUID } from "node:crypto"
import { DAY_MILLIS } from "../../time/durations.ts"

/** The lifetime of codes, in milliseconds. */
export const lifetimes: Readonly<Record<VerificationCodeKind, number>> = {
  email_verification: mailedCodeDays.email_verification * DAY_MILLIS,
  magic_link: mailedCodeDays.magic_link * DAY_MILLIS,
  password_reset: mailedCodeDays.password_reset * DAY_MILLIS,
  team_invitation: mailedCodeDays.team_invitation * DAY_MILLIS,
  mfa_attempt: 5 * 60_000,
  passkey_authentication: 65_000,
  passkey_registration: 65_000
}

/** The maximum number of attempts for one code. Later ones are refused. */
export const MAX_ATTEMPTS = 20

interface NewCode {
  readonly projectId: string
  readonly kind: VerificationCodeKind
  readonly userId?: string | null
  /** The callback URL of the mailed link. */
  readonly callbackUrl?: string | null
  /** The data that is stored with the code. */
  readonly data: Schema.Json
  /** The lifetime in milliseconds. Default: that of its kind. */
  readonly lifetimeMillis?: number
}

/** Issues a code and returns it. Only its hash is stored. `expiresAt` is in epoch milliseconds. */
export const issueCode = Effect.fnUntraced(function* (code: NewCode) {
  const { callbackUrl = null, data, kind, lifetimeMillis = lifetimes[code.kind], projectId, userId = null } = code
  const now = yield* Clock.currentTimeMillis
  const id = randomUUID()
  const text = newOpaqueToken()
  const expiresAt = now + lifetimeMillis
  yield* (yield* VerificationCodeStore).insert({
    id,
    projectId,
    userId,
    kind,
    code: text,
    callbackUrl,
    data,
    createdAt: now,
    expiresAt
  })
  return { id, code: Redacted.make(text), expiresAt }
})

/** Decodes the data that is stored with a code. */
export const dataOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return ({ data }: VerificationCode): Effect.Effect<A> => Effect.orDie(decode(data))
}

/** Decodes the address to which a code was mailed. */
export const mailedAddress = dataOf(wire({ email: Schema.String }))

/**
 * The ids of the codes that the current request has used up. A request that is handled again after a deletion may use
 * them again: its first run has done nothing else. `null` outside of requests.
 */
export const SpentCodes = Context.Reference<Set<string> | null>("keystile/service/SpentCodes", {
  defaultValue: () => null
})

/** Checks a code without using it up. Counts as an attempt. */
export const lookAtCode = Effect.fnUntraced(function* (
  projectId: string,
  kind: VerificationCodeKind,
  given: Redacted.Redacted<string>
): Effect.fn.Return<VerificationCode, VerificationCodeError, VerificationCodeStore> {
  const spent = yield* SpentCodes
  const codes = yield* VerificationCodeStore
  const text = Redacted.value(given).toLowerCase()
  yield* codes.countAttempt(projectId, text)
  const found = yield* codes.find(projectId, kind, text)
  if (found === null) return yield* new VerificationCodeNotFound()
  if (found.expiresAt <= (yield* Clock.currentTimeMillis)) return yield* new VerificationCodeExpired()
  if (spent?.has(found.id)) return found
  if (found.usedAt !== null) return yield* new VerificationCodeAlreadyUsed()
  if (found.attempts > MAX_ATTEMPTS) return yield* new VerificationCodeMaxAttemptsReached()
  return found
})

/**
 * Uses up a code after `check` has succeeded. The code stays used if a later step fails, so this must not run in the
 * transaction of those steps.
 */
export const spendCode = Effect.fnUntraced(function* <E = never, R = never>(
  projectId: string,
  kind: VerificationCodeKind,
  given: Redacted.Redacted<string>,
  check: (code: VerificationCode) => Effect.Effect<unknown, E, R> = () => Effect.void
) {
  const code = yield* lookAtCode(projectId, kind, given)
  yield* check(code)
  const spent = yield* SpentCodes
  if (spent?.has(code.id)) return code
  const codes = yield* VerificationCodeStore
  // Concurrent requests may have the same code. The database accepts the first.
  const isFirst = yield* codes.markUsed(code.id, yield* Clock.currentTimeMillis)
  if (!isFirst) return yield* new VerificationCodeAlreadyUsed()
  spent?.add(code.id)
  return code
})
