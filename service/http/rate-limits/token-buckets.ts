/**
 * Token buckets by key, in bounded memory. They are not stored: a restart fills them.
 */
import type { Rate } from "./limits.ts"

interface Bucket {
  tokens: number
  /** When the tokens were counted, in epoch milliseconds. */
  at: number
}

/** Buckets of one kind, by key. */
export interface TokenBuckets {
  /** How long until there is a token, in milliseconds; 0 if there is one. */
  readonly wait: (key: string, rate: Rate, now: number) => number
  /** Takes a token that is there. */
  readonly take: (key: string, rate: Rate, now: number) => void
  /** Gives one back. */
  readonly giveBack: (key: string, rate: Rate, now: number) => void
  readonly size: () => number
}

const MINUTE = 60_000

/** When there are more than `capacity`, those that nobody has touched for the longest time are forgotten. */
export const makeTokenBuckets = (capacity: number): TokenBuckets => {
  // A map keeps the order in which keys were set: whoever is set again goes to the end.
  const buckets = new Map<string, Bucket>()

  const current = (key: string, { burst, perMinute }: Rate, now: number): Bucket => {
    const bucket = buckets.get(key)
    if (bucket === undefined) return { tokens: burst, at: now }
    // A clock that was set back gives nothing and takes nothing.
    const at = Math.max(now, bucket.at)
    return { tokens: Math.min(burst, bucket.tokens + ((at - bucket.at) / MINUTE) * perMinute), at }
  }
  const keep = (key: string, bucket: Bucket) => {
    buckets.delete(key)
    buckets.set(key, bucket)
    const [oldest] = buckets.keys()
    if (buckets.size > capacity && oldest !== undefined) buckets.delete(oldest)
  }

  return {
    wait: (key, rate, now) => {
      const { tokens } = current(key, rate, now)
      return tokens >= 1 ? 0 : ((1 - tokens) / rate.perMinute) * MINUTE
    },
    take: (key, rate, now) => {
      const { at, tokens } = current(key, rate, now)
      keep(key, { tokens: tokens - 1, at })
    },
    giveBack: (key, rate, now) => {
      const { at, tokens } = current(key, rate, now)
      // A full bucket is the same as none.
      if (tokens + 1 >= rate.burst) buckets.delete(key)
      else keep(key, { tokens: tokens + 1, at })
    },
    size: () => buckets.size
  }
}
