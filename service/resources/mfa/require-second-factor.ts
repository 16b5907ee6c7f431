/** Requires a TOTP code after the first factor. An attempt code connects the two requests. */
import { Effect, Schema } from "effect"
import { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { dataOf, issueCode } from "../verification-codes/verification-codes.ts"

const FirstFactor = Schema.Struct({
  /** The credential id of the passkey that was the first factor. */
  credentialId: Schema.optionalKey(Schema.String)
})

/** The first factor of an attempt, as far as it is stored with the attempt code. */
type FirstFactor = typeof FirstFactor.Type

/** Reads the first factor of an attempt code. */
export const firstFactorOf = dataOf(FirstFactor)

/** Fails with a new attempt if the user has a second factor. */
export const requireSecondFactor = Effect.fnUntraced(function* (user: UserRecord, firstFactor: FirstFactor = {}) {
  yield* noteTargets({ user_id: user.id })
  if (user.totpSecret === null) return
  const { code } = yield* issueCode({
    projectId: user.projectId,
    userId: user.id,
    kind: "mfa_attempt",
    data: { ...firstFactor }
  })
  return yield* new MultiFactorAuthenticationRequired({ attemptCode: code })
})
