import { Effect } from "effect"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { requireAllowedUserId } from "../../request/references.ts"

/**
 * Resolves the user whose connected accounts a request is about, without checking that the user exists. Fails in the
 * client tier for other users than the caller.
 */
export const requireAllowedUser = Effect.fnUntraced(function* (reference: string) {
  const { project } = yield* caller
  const refusal = textError(403, "Users have access to their own connected accounts only.")
  return { projectId: project.id, userId: yield* requireAllowedUserId(reference, refusal) }
})
