/**
 * Bounds the memory of the payloads that are being sent, as `http/body-memory.ts` does for requests. The number of
 * attempts bounds how many small payloads there are.
 *
 * A project gets at most half of the capacity, so that its slow targets do not delay the large payloads of others. Its
 * payloads take their memory in order: a large one is not overtaken by small ones.
 */
import { Effect, Option, Semaphore } from "effect"
import { MEMORY_CAPACITY, SMALL_BODY } from "../validation/body-limits.ts"

/** The timeout for memory, in milliseconds. */
export const MEMORY_WAIT = 5000

interface PayloadReservation {
  readonly projectId: string
  /** The length in bytes. */
  readonly length: number
}

interface PayloadMemory {
  /** Runs an effect that holds a payload. Returns `None` if there was no capacity for it within {@link MEMORY_WAIT}. */
  readonly hold: <A>(payload: PayloadReservation, use: Effect.Effect<A>) => Effect.Effect<Option.Option<A>>
}

interface Project {
  readonly memory: Semaphore.Semaphore
  /** Of the payload that takes memory. A semaphore wakes the first waiter that fits, which may be a later one. */
  readonly turn: Semaphore.Semaphore
  users: number
}

export const makePayloadMemory = (capacity = MEMORY_CAPACITY): PayloadMemory => {
  const share = Math.floor(capacity / 2)
  const total = Semaphore.makeUnsafe(capacity)
  const projects = new Map<string, Project>()

  const ofProject = (projectId: string) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const project = projects.get(projectId) ?? {
          memory: Semaphore.makeUnsafe(share),
          turn: Semaphore.makeUnsafe(1),
          users: 0
        }
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
        const { memory, turn } = yield* ofProject(projectId)
        const taken = Effect.andThen(memory.takeScoped(needed), total.takeScoped(needed))
        const isHeld = yield* Effect.timeoutOption(turn.withPermits(1)(taken), MEMORY_WAIT)
        return Option.isSome(isHeld) ? yield* Effect.asSome(use) : Option.none()
      }).pipe(Effect.scoped)
    }
  }
}
