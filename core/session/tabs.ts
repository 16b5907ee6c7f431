/**
 * What the tabs of a browser have to do with each other: each sees what the others change, and one at a time refreshes.
 *
 * It is loaded by the cookie store when it is first needed, and only in a browser.
 */
import { takeLease } from "./lease.ts"

/** How often cookies are compared where no event tells of their changes, in milliseconds. */
const POLL_MILLIS = 100

/** The page's cookies as one text; empty in a sandboxed frame, where reading them throws. */
const cookiesHere = (): string => {
  try {
    return document.cookie
  } catch {
    return ""
  }
}

/** Calls `check` when `document.cookie` has changed. Compares every 100 ms while the page is visible. */
const pollCookies = (check: () => void): (() => void) => {
  let seen = cookiesHere()
  let timer: ReturnType<typeof setInterval> | undefined
  const compare = () => {
    const now = cookiesHere()
    if (now === seen) return
    seen = now
    check()
  }
  const follow = () => {
    clearInterval(timer)
    timer = document.visibilityState === "visible" ? setInterval(compare, POLL_MILLIS) : undefined
  }
  follow()
  document.addEventListener("visibilitychange", follow)
  return () => {
    clearInterval(timer)
    document.removeEventListener("visibilitychange", follow)
  }
}

/** The part of the CookieStore API that is used; not every browser has it, nor a page that came by http. */
const cookieStoreHere = (): EventTarget | undefined =>
  (globalThis as { readonly cookieStore?: EventTarget }).cookieStore

const openChannel = (channelName: string): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(channelName)
  } catch {
    return undefined
  }
}

/**
 * Calls `check` when the tokens in the cookies may have changed: on a message of another tab, on a change event of the
 * CookieStore, and when the page becomes visible. Where there is no CookieStore, as on a page that came by plain http,
 * cookies are polled: no event tells of those that the application's server sets. Returns how to stop.
 */
export const watch = (channelName: string, check: () => void): (() => void) => {
  const stops: Array<() => void> = []
  const on = (target: EventTarget, type: string) => {
    target.addEventListener(type, check)
    stops.push(() => target.removeEventListener(type, check))
  }
  const channel = openChannel(channelName)
  const cookieStore = cookieStoreHere()
  if (channel !== undefined) {
    on(channel, "message")
    stops.push(() => channel.close())
  }
  if (cookieStore === undefined) stops.push(pollCookies(check))
  else on(cookieStore, "change")
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
