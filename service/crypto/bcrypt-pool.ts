/** Compares bcrypt hashes in worker threads, so that the event loop is not blocked. */
import { Effect } from "effect"
import type { Worker } from "node:worker_threads"
import type { Comparison } from "./bcrypt-worker.ts"

/** The time after which an idle thread ends. A thread uses about 10 MB, and few services have bcrypt hashes. */
const IDLE_MILLIS = 10_000

interface IdleWorker {
  readonly worker: Worker
  readonly timer: NodeJS.Timeout
  /** Removes the worker from the pool. Also called when the worker fails. */
  readonly drop: () => void
}

/** Without a listener, the `error` event of an idle worker would end the process. */
const ignore = () => {}

/**
 * Starts threads on demand and reuses them. The caller limits the number of concurrent comparisons. Idle threads do not
 * keep the process alive, and end with the scope. An interrupted comparison ends its thread.
 */
export const makeBcryptPool = Effect.gen(function* () {
  const idle: Array<IdleWorker> = []

  const rest = (worker: Worker) => {
    worker.unref()
    const drop = () => {
      clearTimeout(timer)
      idle.splice(0, idle.length, ...idle.filter((entry) => entry.worker !== worker))
      void worker.terminate()
    }
    const timer = setTimeout(drop, IDLE_MILLIS)
    timer.unref()
    worker.once("exit", drop)
    idle.push({ worker, timer, drop })
  }

  const reuse = (): Worker | undefined => {
    const entry = idle.pop()
    if (entry === undefined) return undefined
    clearTimeout(entry.timer)
    entry.worker.off("exit", entry.drop)
    entry.worker.ref()
    return entry.worker
  }

  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const { drop } of idle.slice()) drop()
    })
  )

  return {
    compare: Effect.fnUntraced(function* (comparison: Comparison) {
      const { startBcryptWorker } = yield* Effect.promise(() => import("./bcrypt-worker.ts"))
      return yield* Effect.callback<boolean>((resume) => {
        const worker = reuse() ?? startBcryptWorker().on("error", ignore)
        // Removed by name: worker threads have listeners of Node's own.
        const release = () => worker.off("message", onMessage).off("error", onError).off("exit", onExit)
        const onMessage = (isRight: unknown) => {
          release()
          rest(worker)
          resume(Effect.succeed(isRight === true))
        }
        const onError = (error: unknown) => {
          release()
          resume(Effect.die(error))
        }
        const onExit = (code: number) => onError(new Error(`The bcrypt worker exited with code ${code}.`))
        worker.on("message", onMessage).on("error", onError).on("exit", onExit)
        worker.postMessage(comparison, [])
        return Effect.sync(() => {
          release()
          void worker.terminate()
        })
      })
    })
  }
})
