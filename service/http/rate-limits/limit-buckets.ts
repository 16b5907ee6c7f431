/** Token buckets of rate limits, in memory or in the database. */
import { Effect } from "effect"
import type { Rate } from "../../../core/schema/rate-limits-setting.ts"
import { makeTokenBuckets } from "./token-buckets.ts"

/** A bucket and its rate. */
export interface StoredBucket {
  readonly key: string
  readonly rate: Rate
}

export interface LimitBuckets {
  /** Takes a token and returns 0, or returns the time until the next token in milliseconds. */
  readonly take: (bucket: StoredBucket, now: number) => Effect.Effect<number>
  /** Returns a token, or a part of it, to its bucket. */
  readonly giveBack: (bucket: StoredBucket, now: number, tokens: number) => Effect.Effect<void>
}

/** The interval at which full buckets are deleted, in milliseconds. */
export const PRUNE_INTERVAL = 60_000

/** Returns the time in which a bucket gains one token, in milliseconds. */
export const intervalOf = ({ perMinute }: Rate): number => 60_000 / perMinute

/** Keeps at most `capacity` buckets in memory and drops the least recently used. */
export const makeOwnBuckets = (capacity: number): LimitBuckets => {
  const buckets = makeTokenBuckets(capacity)
  return {
    take: ({ key, rate }, now) =>
      Effect.sync(() => {
        const wait = buckets.wait(key, rate, now)
        if (wait === 0) buckets.take(key, rate, now)
        return wait
      }),
    giveBack: ({ key, rate }, now, tokens) => Effect.sync(() => buckets.giveBack(key, rate, now, tokens))
  }
}
