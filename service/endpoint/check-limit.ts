/** Refuses to add what the maximum does not allow. */
import { Effect } from "effect"
import { LimitReached } from "../../core/errors/limit-reached.ts"

/**
 * Fails unless there are fewer than the maximum. Belongs in a transaction, so that concurrent requests count each
 * other.
 */
export const checkLimit = (count: number, maximum: number): Effect.Effect<void, LimitReached> =>
  count < maximum ? Effect.void : Effect.fail(new LimitReached({ maximum }))
