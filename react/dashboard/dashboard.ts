/**
 * The state of a dashboard of one project: the calls, which act by the session of an owner, and a cache of the reads.
 */
import * as Effect from "effect/Effect"
import { sameToken, type Tokens } from "../../core/session/tokens.ts"
import { type Cache, makeCache } from "../../tiers/cache/cache.ts"
import type { RunningEffect } from "../../tiers/cache/running.ts"
import { isRejected } from "../../tiers/cache/with-cache.ts"
import type { ProjectOwnerSession } from "../../tiers/project-owner.ts"
import { makeProjectAdmin, type ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { ProjectAdmin } from "./project-admin.ts"
import { QUERY_NAME } from "./queries.ts"

export interface Dashboard {
  /** The session by which the calls act. */
  readonly owner: ProjectOwnerSession
  readonly projectId: string
  readonly admin: ProjectAdminCalls
  readonly cache: Cache<ProjectAdmin>
  /** Reads everything again that is shown, and drops the other results. */
  readonly refresh: () => Promise<void>
  /** The same, except for what was requested at `time` (epoch milliseconds) or later. */
  readonly refreshBefore: (time: number) => Promise<void>
}

const makeDashboard = (owner: ProjectOwnerSession, projectId: string): Dashboard => {
  const admin = Effect.runSync(makeProjectAdmin(owner, projectId))

  const start = <A, E>(effect: Effect.Effect<A, E, ProjectAdmin>): RunningEffect<A, E> => {
    const fiber = Effect.runFork(Effect.provideService(effect, ProjectAdmin, admin))
    return {
      exit: fiber.pollUnsafe(),
      promise: new Promise((resolve) => void fiber.addObserver(resolve)),
      interrupt: () => fiber.interruptUnsafe()
    }
  }

  // The service rejects a read if e.g. a user does not exist any more. After a `RequestError` the last result stays.
  const cache = makeCache<ProjectAdmin>(start, isRejected)
  return {
    owner,
    projectId,
    admin,
    cache,
    refresh: () => cache.touch([QUERY_NAME]),
    refreshBefore: (time) => cache.touch([QUERY_NAME], time)
  }
}

/** The states by session and project. */
const dashboards = new WeakMap<ProjectOwnerSession, Map<string, DashboardWithCleanup>>()

interface DashboardWithCleanup {
  readonly dashboard: Dashboard
  /** The session of the owner, to which the calls are bound. */
  readonly refreshToken: Tokens["refreshToken"]
}

/**
 * Returns the state of a project, the same one each time until the owner signs out: React discards what a first render
 * has made if it suspends, and its reads must not be repeated. Throws `ConfigurationError` if the project or the URL of
 * the service cannot be right.
 */
export const dashboardOf = (owner: ProjectOwnerSession, projectId: string): Dashboard => {
  const ofOwner = dashboards.get(owner) ?? new Map<string, DashboardWithCleanup>()
  dashboards.set(owner, ofOwner)
  const { refreshToken } = Effect.runSync(owner.session.stored)
  const made = ofOwner.get(projectId)
  if (made !== undefined && sameToken(made.refreshToken, refreshToken)) return made.dashboard
  const dashboard = makeDashboard(owner, projectId)
  ofOwner.set(projectId, { dashboard, refreshToken })
  return dashboard
}
