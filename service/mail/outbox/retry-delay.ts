/** The delay before the next attempt to send a mail: exponential with jitter. */
import { Effect, Random } from "effect"

/** Mails contain codes that a user needs at once, so the first attempts follow each other quickly. */
const FIRST = 2000
const MAX = 3_600_000

/** Returns the delay in milliseconds after this number of failed attempts, 1 or more, times 0.5 to 1.5. */
export const retryDelay = (failed: number): Effect.Effect<number> =>
  Effect.map(Random.next, (random) => Math.round(Math.min(FIRST * 2 ** (failed - 1), MAX) * (0.5 + random)))
