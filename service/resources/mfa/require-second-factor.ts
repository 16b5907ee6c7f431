/** Requires a TOTP code after the first factor. An attempt code connects the two requests. */
import { Effect } from "effect"
import { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import { noteProject, noteRefused, noteTargets } from "../../audit/current-audit.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { issueCode } from "../verification-codes/verification-codes.ts"

/** Fails with a new attempt if the user has a second factor. */
export const requireSecondFactor = Effect.fnUntraced(function* ({ id: userId, projectId, totpSecret }: UserRecord) {
  yield* noteTargets({ user_id: userId })
  yield* noteRefused(totpSecret !== null)
  if (totpSecret === null) return
  // Not before: an endpoint that does not know the project earlier would record a success without a session.
  yield* noteProject(projectId)
  const { code } = yield* issueCode({ projectId, userId, kind: "mfa_attempt", data: {} })
  return yield* new MultiFactorAuthenticationRequired({ attemptCode: code })
})
