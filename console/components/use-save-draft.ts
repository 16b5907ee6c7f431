/** Saves a draft, and ends it. What is entered while it is saved stays a draft. */
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useState } from "react"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { useDashboardRefresh } from "../../react/dashboard/use-dashboard-refresh.ts"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { useAnnounce } from "./announcements.tsx"
import { type CallFailure, problemOf } from "./problem-text.ts"

/** @param done announced once the draft is saved */
export const useSaveDraft = <A, Value, E extends CallFailure>(
  draft: { readonly value: A; readonly settle: (value: A) => void },
  save: (admin: ProjectAdminCalls, value: Value) => Effect.Effect<unknown, E>,
  done: string
) => {
  const action = useAdminAction(save)
  const refresh = useDashboardRefresh()
  const announce = useAnnounce()
  const [isSaving, setSaving] = useState(false)

  /** Saves the value of the draft as the service reads it. Returns whether that was done. */
  const run = async (value: Value): Promise<boolean> => {
    // A second run of the action would end with the first one.
    if (isSaving) return false
    setSaving(true)
    const exit = await action.run(value)
    if (Exit.isSuccess(exit)) {
      // Without it the page would show the value before.
      await refresh()
      draft.settle(draft.value)
      announce(done)
    }
    setSaving(false)
    return Exit.isSuccess(exit)
  }
  return { run, isSaving, problem: problemOf(action.error), reset: action.reset }
}
