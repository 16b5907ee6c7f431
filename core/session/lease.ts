/**
 * A lease in the browser's storage, for pages without locks: those that came by http, other than from this machine.
 *
 * Storage cannot compare and set, so whoever takes the lease writes a mark, waits, and looks whether it is still theirs:
 * of several who write at once the last one's stays. Where that is not enough, as with a storage that another process
 * sees late, two tabs refresh, which ends nobody's session. A lease expires, so it never keeps anybody for long.
 *
 * Imports nothing, as `tabs.ts`, with which it is loaded.
 */

/** How long a tab that hangs keeps the others, in milliseconds. */
const LEASE_MILLIS = 5000

/** How long others have to write over a mark, and how often those who wait look, in milliseconds. */
const TURN_MILLIS = 25

const turn = () => new Promise((resolve) => setTimeout(resolve, TURN_MILLIS))

/** The storage of all tabs; none in a frame that may have none. */
const storageHere = (): Storage | null => {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

/** Resolves when no other tab has the lease, or where there is nothing to keep it in; it is held until the signal aborts. */
export const takeLease = async (name: string, signal: AbortSignal): Promise<void> => {
  const storage = storageHere()
  if (storage === null) return
  // Tells tabs apart, and nothing more.
  const mark = String(Math.random())
  const isTaken = () => {
    const left = Number(storage.getItem(name)?.split(" ")[1]) - Date.now()
    // The clock may have been set back.
    return left > 0 && left <= LEASE_MILLIS
  }
  const isOwn = () => storage.getItem(name)?.split(" ")[0] === mark
  const release = () => {
    globalThis.removeEventListener("pagehide", release)
    try {
      if (isOwn()) storage.removeItem(name)
    } catch {
      // Then it expires.
    }
  }
  try {
    do {
      while (!signal.aborted && isTaken()) await turn()
      if (signal.aborted) return
      storage.setItem(name, `${mark} ${Date.now() + LEASE_MILLIS}`)
      await turn()
    } while (!isOwn())
  } catch {
    // A storage that refuses: there every tab is on its own.
  }
  if (signal.aborted) return release()
  signal.addEventListener("abort", release)
  globalThis.addEventListener("pagehide", release)
}
