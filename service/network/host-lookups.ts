/**
 * Looks hosts up with the system for all projects, one at a time: `getaddrinfo` has two threads, of which one is left
 * to the rest of the process (`host-addresses.ts`).
 *
 * A host whose name servers do not respond takes the thread for ten seconds. So that it does not delay others again and
 * again, all callers share the lookup of a host, its result is cached, and hosts whose last lookup did not fail are
 * first. A lookup that has begun is completed: its result is cached for the next attempt of its callers.
 */
import { makeBoundedCache } from "../crypto/bounded-cache.ts"

/** The time for which a result or an error is cached, in milliseconds. */
const CACHED_MILLIS = 30_000

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
  readonly at: number
  readonly result: Promise<A>
  readonly hasFailed: boolean
}

/** @param now a clock in milliseconds that is never set back */
export const makeHostLookups = <A>(
  lookUp: (host: string) => Promise<A>,
  now: () => number = () => performance.now()
): HostLookups<A> => {
  const finished = makeBoundedCache<Finished<A>>(HOSTS)
  /** The lookups that have not begun, by host, the first one first. */
  const waiting = new Map<string, Lookup<A>>()
  let running: Lookup<A> | null = null

  const finish = ({ host, result }: Lookup<A>, hasFailed: boolean) => {
    running = null
    finished.set(host, { at: now(), result, hasFailed })
    startNext()
  }

  const startNext = () => {
    if (running !== null) return
    const all = [...waiting.values()]
    const first = all.find(({ host }) => finished.get(host)?.hasFailed !== true) ?? all[0]
    if (first === undefined) return
    waiting.delete(first.host)
    running = first
    first.result.then(
      () => finish(first, false),
      () => finish(first, true)
    )
    first.begin()
  }

  const joinLookup = (host: string): Lookup<A> => {
    const current = running?.host === host ? running : waiting.get(host)
    if (current !== undefined) return current
    const lookup = makeLookup(host, lookUp)
    waiting.set(host, lookup)
    return lookup
  }

  return {
    find: async (host, signal) => {
      signal.throwIfAborted()
      const last = finished.get(host)
      if (last !== undefined && now() - last.at < CACHED_MILLIS) return last.result
      const lookup = joinLookup(host)
      lookup.callers += 1
      startNext()
      return unlessAborted(lookup.result, signal, () => {
        lookup.callers -= 1
        if (lookup.callers === 0 && waiting.get(host) === lookup) waiting.delete(host)
      })
    }
  }
}

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
