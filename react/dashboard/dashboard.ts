/**
 * The state of a dashboard of one project: the calls, which act by the session of an owner, and a cache of the reads.
 */
import * as Effect from "effect/Effect"
import { type Cache, makeCache, type Running } from "../../tiers/cache/cache.ts"
import { isRejected } from "../../tiers/cache/observe.ts"
import type { ProjectOwnerSession } from "../../tiers/project-owner.ts"
import { makeProjectAdmin, type ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { ProjectAdmin } from "./project-admin.ts"
import { QUERY_NAME } from "./queries.ts"

export interface Dashboard {
  /** The session by which the calls act. */
  readonly owner: ProjectOwnerSession
  readonly admin: ProjectAdminCalls
  readonly cache: Cache<ProjectAdmin>
  /** Reads everything again that is shown, and drops the other results. */
  readonly refresh: () => Promise<void>
}

/** Makes the state. Throws `ConfigurationError` if the project or the URL of the service cannot be right. */
export const makeDashboard = (owner: ProjectOwnerSession, projectId: string): Dashboard => {
  const admin = Effect.runSync(makeProjectAdmin(owner, projectId))

  const start = <A, E>(effect: Effect.Effect<A, E, ProjectAdmin>): Running<A, E> => {
    const fiber = Effect.runFork(Effect.provideService(effect, ProjectAdmin, admin))
    return {
      exit: fiber.pollUnsafe(),
      promise: new Promise((resolve) => void fiber.addObserver(resolve)),
      interrupt: () => fiber.interruptUnsafe()
    }
  }

  // The service rejects a read if e.g. a user does not exist any more. After a `RequestError` the last result stays.
  const cache = makeCache<ProjectAdmin>(start, isRejected)
  return { owner, admin, cache, refresh: () => cache.touch([QUERY_NAME]) }
}
