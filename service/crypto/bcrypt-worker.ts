/**
 * Runs a worker thread that compares bcrypt hashes, which takes 0.25 s at cost 12.
 *
 * The module is its own worker file: `startBcryptWorker` starts a thread with the file that contains it, under any name
 * in a bundle. Import it with `import()`, so that bundlers put it into a separate file. It must not import other
 * modules of the service, because every thread would load them.
 */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"

/** Distinguishes the thread from other worker threads that import this module, as test runners do. */
const WORKER_DATA = "keystile/service/bcrypt-worker"

/** Starts a worker. It accepts one comparison at a time, and posts a boolean for each. */
export interface Comparison {
  readonly password: string
  readonly hash: string
}

export const startBcryptWorker = (): Worker =>
  new Worker(new URL(import.meta.url), { workerData: WORKER_DATA, execArgv: [], name: "keystile-bcrypt" })

if (!isMainThread && workerData === WORKER_DATA) {
  const port = parentPort
  // A failed import is an unhandled rejection, which the main thread gets as the worker's error.
  void import("bcryptjs").then(({ compareSync }) => {
    port?.on("message", ({ hash, password }: Comparison) => port.postMessage(compareSync(password, hash)))
  })
}
