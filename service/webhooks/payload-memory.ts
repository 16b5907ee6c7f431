/**
 * Bounds the memory of the payloads that are being sent.
 *
 * Every attempt may hold a small payload, and the number of attempts bounds how many there are. All attempts share one
 * capacity for the bytes above that, of which a project gets at most half. So the slow targets of one project do not
 * delay the large payloads of others.
 */
import { Effect, Option, Semaphore } from "effect"
import { SMALL_BODY } from "../endpoint/body-limits.ts"

/** Bytes above {@link SMALL_BODY} that all payloads together may hold. The largest payload has 17 MB. */
const CAPACITY = 64_000_000

/** The timeout for memory, in milliseconds. */
export const MEMORY_WAIT = 5000

export interface HeldPayload {
  readonly projectId: string
  /** The length in bytes. */
  readonly length: number
}

export interface PayloadMemory {
  /** Runs an effect that holds a payload. Returns `None` if there was no capacity for it within {@link MEMORY_WAIT}. */
  readonly hold: <A>(payload: HeldPayload, use: Effect.Effect<A>) => Effect.Effect<Option.Option<A>>
}

export const makePayloadMemory = (capacity = CAPACITY): PayloadMemory => {
  const share = Math.floor(capacity / 2)
  const total = Semaphore.makeUnsafe(capacity)
  const projects = new Map<string, { readonly memory: Semaphore.Semaphore; users: number }>()

  const ofProject = (projectId: string) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const project = projects.get(projectId) ?? { memory: Semaphore.makeUnsafe(share), users: 0 }
        project.users++
        projects.set(projectId, project)
        return project
      }),
      (project) =>
        Effect.sync(() => {
          if (--project.users === 0) projects.delete(projectId)
        })
    )

  return {
    hold: ({ length, projectId }, use) => {
      // At most the share, without which a larger payload would never be sent.
      const needed = Math.min(share, length - SMALL_BODY)
      if (needed <= 0) return Effect.asSome(use)
      return Effect.gen(function* () {
        const { memory } = yield* ofProject(projectId)
        const taken = Effect.andThen(memory.takeScoped(needed), total.takeScoped(needed))
        const isHeld = yield* Effect.timeoutOption(taken, MEMORY_WAIT)
        return Option.isSome(isHeld) ? yield* Effect.asSome(use) : Option.none()
      }).pipe(Effect.scoped)
    }
  }
}
