/** Token buckets in bounded memory. A restart fills them. */
import type { Rate } from "../../../core/schema/rate-limits-setting.ts"
import { MINUTE_MILLIS } from "../../time/durations.ts"

interface Bucket {
  tokens: number
  /** The time for which `tokens` holds, in epoch milliseconds. */
  at: number
}

/** Buckets of one kind, by key. */
interface TokenBuckets {
  /** Returns the time until a token is available, in milliseconds; 0 if one is. */
  readonly wait: (key: string, rate: Rate, now: number) => number
  /** Takes an available token. */
  readonly take: (key: string, rate: Rate, now: number) => void
  /** Returns a token, or a part of it, to its bucket. */
  readonly giveBack: (key: string, rate: Rate, now: number, given: number) => void
  readonly size: () => number
}

/** Drops the least recently used bucket when there are more than `capacity`. */
export const makeTokenBuckets = (capacity: number): TokenBuckets => {
  // A map keeps insertion order: a key that is deleted and set again moves to the end.
  const buckets = new Map<string, Bucket>()

  const current = (key: string, { burst, perMinute }: Rate, now: number): Bucket => {
    const bucket = buckets.get(key)
    if (bucket === undefined) return { tokens: burst, at: now }
    // A clock that is set back changes no tokens. The bucket refills from the new time.
    if (now < bucket.at) bucket.at = now
    return { tokens: Math.min(burst, bucket.tokens + ((now - bucket.at) / MINUTE_MILLIS) * perMinute), at: now }
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
      return tokens >= 1 ? 0 : ((1 - tokens) / rate.perMinute) * MINUTE_MILLIS
    },
    take: (key, rate, now) => {
      const { at, tokens } = current(key, rate, now)
      keep(key, { tokens: tokens - 1, at })
    },
    giveBack: (key, rate, now, given) => {
      const { at, tokens } = current(key, rate, now)
      // A full bucket need not be stored.
      if (tokens + given >= rate.burst) buckets.delete(key)
      else keep(key, { tokens: tokens + given, at })
    },
    size: () => buckets.size
  }
}
