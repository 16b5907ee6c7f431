/** Refuses to add what the maximum does not allow. */
import { Effect } from "effect"
import { LimitReached } from "../../core/errors/limit-reached.ts"

/** What is full, and what to do, in English. The screens have a text of their own in each language. */
export interface Limit {
  readonly maximum: number
  /** In the plural, e.g. `teams of a user`. */
  readonly of: string
  /** A sentence, e.g. `Leave or delete one first.` */
  readonly advice: string
}

/** Returns the error of a limit. */
export const limitReached = ({ advice, maximum, of }: Limit): LimitReached =>
  new LimitReached({ maximum, message: `The maximum of ${maximum} ${of} is reached. ${advice}` })

/**
 * Fails unless there are fewer than the maximum. Belongs in a transaction, so that concurrent requests count each
 * other.
 */
export const checkLimit = (count: number, limit: Limit): Effect.Effect<void, LimitReached> =>
  count < limit.maximum ? Effect.void : Effect.fail(limitReached(limit))
