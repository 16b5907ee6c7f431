/**
 * What the tabs of a browser have to do with each other: each sees what the others change, and one at a time refreshes.
 *
 * It is loaded by the cookie store when it is first needed, and only in a browser.
 */
import { takeLease } from "./lease.ts"

/** How often the tokens are looked at where nothing tells of a change, in milliseconds (specification, section 9). */
const POLL_MILLIS = 100

/** The part of the CookieStore API that is used; not every browser has it, nor a page that came by http. */
const cookieStoreHere = (): EventTarget | undefined =>
  (globalThis as { readonly cookieStore?: EventTarget }).cookieStore

const openChannel = (place: string): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(place)
  } catch {
    return undefined
  }
}

/**
 * Calls `check` whenever the tokens in the cookies may have changed, as far as the platform tells: when another tab says
 * so on the channel, when a cookie changes, when the page comes back from where it got no events. Gives back how to
 * stop that.
 */
export const watch = (place: string, check: () => void): () => void => {
  const stops: Array<() => void> = []
  const on = (target: EventTarget, type: string) => {
    target.addEventListener(type, check)
    stops.push(() => target.removeEventListener(type, check))
  }
  const channel = openChannel(place)
  const cookieStore = cookieStoreHere()
  if (channel !== undefined) {
    on(channel, "message")
    stops.push(() => channel.close())
  }
  if (cookieStore !== undefined) on(cookieStore, "change")
  if (channel === undefined && cookieStore === undefined) {
    const timer = setInterval(check, POLL_MILLIS)
    stops.push(() => clearInterval(timer))
  }
  on(globalThis, "pageshow")
  on(document, "visibilitychange")
  return () => stops.forEach((stop) => stop())
}

/**
 * Resolves when no other tab holds the lock; it is held until the signal aborts, or the tab is closed. Where there are
 * no locks, as for a page that came by http, a lease stands in for it; where there is no storage either, as in a
 * sandboxed frame, every tab is on its own.
 */
export const hold = (name: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const granted = () =>
      new Promise<void>((release) => {
        signal.addEventListener("abort", () => release())
        if (signal.aborted) release()
        resolve()
      })
    try {
      const locks = globalThis.navigator?.locks
      if (locks == null) return resolve(takeLease(name, signal))
      locks.request(name, { signal }, granted).catch(() => resolve())
    } catch {
      resolve()
    }
  })
