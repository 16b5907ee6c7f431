/**
 * The worker thread that compares bcrypt hashes, which takes 0.25 s at cost 12.
 *
 * The module is its own worker file: `startBcryptWorker` starts a thread with the file that contains it, whatever that
 * is called in a bundle. It has to be imported with `import()` so that bundlers put it into a file of its own, and it
 * must not import other modules of the service, which every thread would load too.
 */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"

/** Distinguishes the thread from other worker threads that import this module, as test runners do. */
const WORKER_DATA = "keystile/service/bcrypt-worker"

/** Takes one comparison at a time, and answers each with a boolean. */
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
