/** Where the tokens are counted: in this process, or with others in the database. */
import { Effect } from "effect"
import type { Rate } from "./limits.ts"
import { makeTokenBuckets } from "./token-buckets.ts"

/** One bucket, and how it fills. */
export interface Bucket {
  readonly key: string
  readonly rate: Rate
}

export interface LimitBuckets {
  /** Takes a token; or says how long until there is one, in milliseconds. */
  readonly take: (bucket: Bucket, now: number) => Effect.Effect<number>
  /** Gives one back. */
  readonly giveBack: (bucket: Bucket, now: number) => Effect.Effect<void>
}

/** How often full buckets are thrown away, in milliseconds. */
export const PRUNE_INTERVAL = 60_000

/** How long one token takes to come, in milliseconds. */
export const intervalOf = ({ perMinute }: Rate): number => 60_000 / perMinute

/** Buckets in the memory of this process, of which it forgets the oldest. */
export const makeOwnBuckets = (capacity: number): LimitBuckets => {
  const buckets = makeTokenBuckets(capacity)
  return {
    take: ({ key, rate }, now) =>
      Effect.sync(() => {
        const wait = buckets.wait(key, rate, now)
        if (wait === 0) buckets.take(key, rate, now)
        return wait
      }),
    giveBack: ({ key, rate }, now) => Effect.sync(() => buckets.giveBack(key, rate, now))
  }
}
