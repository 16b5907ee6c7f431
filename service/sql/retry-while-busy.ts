/** Waiting for another process that works on the same SQLite file. */

/** For how long, in milliseconds. */
export const BUSY_TIMEOUT = 5000

/** Between two tries, in milliseconds. */
const PAUSE = 10

/** https://www.sqlite.org/rescode.html#busy */
const BUSY = 5

const isBusy = (cause: unknown): boolean =>
  cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number" && (cause.errcode & 0xff) === BUSY

/**
 * Does something again while another process is in the way. SQLite itself waits for locks, but not where two could wait
 * for each other: of those who change a new file to write-ahead logging at the same moment, one is told to come again.
 */
export const retryWhileBusy = <A>(run: () => A): A => {
  const until = performance.now() + BUSY_TIMEOUT
  while (true) {
    try {
      return run()
    } catch (cause) {
      if (!isBusy(cause) || performance.now() > until) throw cause
      Atomics.wait(bell, 0, 0, PAUSE)
    }
  }
}

/** Nobody rings it. */
const bell = new Int32Array(new SharedArrayBuffer(4))
