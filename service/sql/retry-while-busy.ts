/** Retries while another process uses the same SQLite file. */
import { uptimeMillis } from "../time/uptime-millis.ts"

/** The time limit for locks, in milliseconds. */
export const BUSY_TIMEOUT = 5000

/** The pause between two attempts, in milliseconds. */
const PAUSE = 10

/** https://www.sqlite.org/rescode.html#busy */
const BUSY = 5

const isBusy = (cause: unknown): boolean =>
  cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number" && (cause.errcode & 0xff) === BUSY

/**
 * Runs a function again while it throws SQLITE_BUSY. SQLite itself retries locks, but not where that could be a
 * deadlock: if two processes switch a new file to write-ahead logging at the same time, one of them gets SQLITE_BUSY at
 * once.
 */
export const retryWhileBusy = <A>(run: () => A): A => {
  const until = uptimeMillis() + BUSY_TIMEOUT
  while (true) {
    try {
      return run()
    } catch (cause) {
      if (!isBusy(cause) || uptimeMillis() > until) throw cause
      Atomics.wait(bell, 0, 0, PAUSE)
    }
  }
}

/** Never notified: `Atomics.wait` on it sleeps without blocking other threads. */
const bell = new Int32Array(new SharedArrayBuffer(4))
