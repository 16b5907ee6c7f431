/**
 * Synchronizes the tabs of a browser: changes of the cookies are noticed, and one tab at a time refreshes.
 *
 * The cookie store loads this module on first use, in browsers only.
 */
import { takeLease } from "./lease.ts"

/** The interval at which cookies are compared in browsers without change events, in milliseconds. */
const POLL_MILLIS = 100

/** Returns `document.cookie`; an empty text in a sandboxed frame, where reading it throws. */
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

/** Returns the CookieStore API, which some browsers and all pages over http lack, and TypeScript's types, too. */
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
 * CookieStore, and when the page becomes visible. Without a CookieStore, as on a page over http, the cookies are
 * polled, because cookies that the application's server sets cause no event. Returns the function that stops it.
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
 * Resolves when this tab holds the lock, until the signal aborts or the tab is closed. Pages over http have no Web
 * Locks and use a lease. Sandboxed frames have no storage either and resolve at once.
 */
export const hold = (name: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const holdGranted = () =>
      new Promise<void>((release) => {
        signal.addEventListener("abort", () => release())
        if (signal.aborted) release()
        resolve()
      })
    try {
      const locks = globalThis.navigator?.locks
      if (locks == null) return resolve(takeLease(name, signal))
      locks.request(name, { signal }, holdGranted).catch(() => resolve())
    } catch {
      resolve()
    }
  })
