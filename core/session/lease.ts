/**
 * A lease in the browser's storage, for pages without Web Locks: those over http from other hosts than localhost.
 *
 * Storage has no compare-and-set. A tab writes its id, sleeps, and reads the id again: of several tabs that write at
 * once, the last one holds the lease. If another process reads the storage late, two tabs refresh, which ends no
 * session. A lease expires, so a tab that hangs does not block the others.
 */

/** The lease expires after this time, in milliseconds. */
const LEASE_MILLIS = 5000

/** The delay between writing and reading the id, and between two checks of a taken lease, in milliseconds. */
const PAUSE_MILLIS = 25

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MILLIS))

/** Returns `localStorage`, or `null` in frames that may not use it. */
const storageHere = (): Storage | null => {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

/** Resolves when this tab holds the lease, or without storage. The lease is released when the signal aborts. */
export const takeLease = async (name: string, signal: AbortSignal): Promise<void> => {
  const storage = storageHere()
  if (storage === null) return
  // Identifies this tab.
  const tabId = String(Math.random())
  const isTaken = () => {
    const left = Number(storage.getItem(name)?.split(" ")[1]) - Date.now()
    // The clock may have been set back.
    return left > 0 && left <= LEASE_MILLIS
  }
  const isOwn = () => storage.getItem(name)?.split(" ")[0] === tabId
  const release = () => {
    globalThis.removeEventListener("pagehide", release)
    try {
      if (isOwn()) storage.removeItem(name)
    } catch {
      // The lease expires.
    }
  }
  try {
    do {
      while (!signal.aborted && isTaken()) await pause()
      if (signal.aborted) return
      storage.setItem(name, `${tabId} ${Date.now() + LEASE_MILLIS}`)
      await pause()
    } while (!isOwn())
  } catch {
    // Without storage each tab refreshes by itself.
  }
  if (signal.aborted) return release()
  signal.addEventListener("abort", release)
  globalThis.addEventListener("pagehide", release)
}
