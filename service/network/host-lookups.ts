/**
 * Resolves the hosts of all projects by the system, with a bounded number of concurrent lookups: `getaddrinfo` uses few
 * threads (`host-addresses.ts`), of which the rest of the process has one.
 *
 * A host whose name servers do not respond blocks a thread for ten seconds. These rules limit how often it delays
 * others:
 *
 * - Concurrent lookups of a host are single flight, and the result is cached.
 * - Hosts whose last lookup did not fail are resolved first. Of several threads they have one to themselves.
 * - A lookup that has begun is completed without callers, so that their next attempt finds the result in the cache.
 * - An error is cached for a multiple of the duration of its lookup. After a quick failure the next attempt resolves the
 *   host again.
 */
import { makeBoundedCache } from "../process/bounded-cache.ts"

/** The time for which a result is cached, and an error at most, in milliseconds. */
const CACHED_MILLIS = 30_000

/**
 * The minimum for an error, in milliseconds. It is not longer than the shortest delay before an attempt is repeated.
 */
const ERROR_CACHED_MILLIS = 1000

/** The time for which an error is cached, as a multiple of that of its lookup. */
const ERROR_CACHED_FACTOR = 3

/** The number of hosts whose last results are kept. */
const HOSTS = 1000

interface HostLookups<A> {
  /** Returns the addresses of a host. Rejects if it has none, or when the signal is aborted. */
  readonly find: (host: string, signal: AbortSignal) => Promise<A>
}

interface Lookup<A> {
  readonly host: string
  readonly begin: () => void
  readonly result: Promise<A>
  /** The number of callers that wait for it. */
  callers: number
}

interface Finished<A> {
  readonly cachedUntil: number
  readonly result: Promise<A>
  readonly hasFailed: boolean
}

/**
 * @param limit the number of concurrent lookups
 * @param now a clock in milliseconds that is never set back
 */
export const makeHostLookups = <A>(
  lookUp: (host: string) => Promise<A>,
  limit: number,
  now: () => number = () => performance.now()
): HostLookups<A> => {
  const finished = makeBoundedCache<Finished<A>>(HOSTS)
  /** The lookups that have not begun, by host, the first one first. */
  const queue = new Map<string, Lookup<A>>()
  const running = new Map<string, Lookup<A>>()

  const finish = ({ host, result }: Lookup<A>, startedAt: number, hasFailed: boolean) => {
    running.delete(host)
    const at = now()
    const cachedUntil = at + (hasFailed ? errorCachedMillis(at - startedAt) : CACHED_MILLIS)
    finished.set(host, { cachedUntil, result, hasFailed })
    startNext()
  }

  const next = (): Lookup<A> | undefined => {
    const all = [...queue.values()]
    const isForFailed = limit === 1 || running.size < limit - 1
    return all.find(({ host }) => finished.get(host)?.hasFailed !== true) ?? (isForFailed ? all[0] : undefined)
  }

  const startNext = () => {
    if (running.size >= limit) return
    const first = next()
    if (first === undefined) return
    queue.delete(first.host)
    running.set(first.host, first)
    const startedAt = now()
    first.result.then(
      () => finish(first, startedAt, false),
      () => finish(first, startedAt, true)
    )
    first.begin()
  }

  const joinLookup = (host: string): Lookup<A> => {
    const current = running.get(host) ?? queue.get(host)
    if (current !== undefined) return current
    const lookup = makeLookup(host, lookUp)
    queue.set(host, lookup)
    return lookup
  }

  return {
    find: async (host, signal) => {
      signal.throwIfAborted()
      const last = finished.get(host)
      if (last !== undefined && now() < last.cachedUntil) return last.result
      const lookup = joinLookup(host)
      lookup.callers += 1
      startNext()
      return unlessAborted(lookup.result, signal, () => {
        lookup.callers -= 1
        if (lookup.callers === 0 && queue.get(host) === lookup) queue.delete(host)
      })
    }
  }
}

const errorCachedMillis = (lookupMillis: number) =>
  Math.min(Math.max(lookupMillis * ERROR_CACHED_FACTOR, ERROR_CACHED_MILLIS), CACHED_MILLIS)

const makeLookup = <A>(host: string, lookUp: (host: string) => Promise<A>): Lookup<A> => {
  let begin = () => {}
  const result = new Promise<A>((resolve) => {
    begin = () => resolve(lookUp(host))
  })
  return { host, begin, result, callers: 0 }
}

/** Returns a result, or rejects when the signal is aborted first. */
const unlessAborted = <A>(result: Promise<A>, signal: AbortSignal, onAbort: () => void): Promise<A> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      onAbort()
      reject(signal.reason instanceof Error ? signal.reason : new Error("The lookup was aborted."))
    }
    signal.addEventListener("abort", abort, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort))
  })
