/** Calls the admin tier for a result that is not cached. */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import { useCallback } from "react"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { useDashboard } from "./dashboard-provider.tsx"

/** Returns a function that runs a call and refreshes no reads, because the call changes nothing. */
export const useDashboardCall = () => {
  const { admin } = useDashboard()
  return useCallback(
    <A, E>(call: (admin: ProjectAdminCalls) => Effect.Effect<A, E>): Promise<Exit.Exit<A, E>> =>
      Effect.runPromiseExit(Effect.suspend(() => call(admin))),
    [admin]
  )
}
