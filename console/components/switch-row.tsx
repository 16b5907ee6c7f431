/** A setting that is on or off. It is saved by a click, and shows the new value meanwhile. */
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useId, useState } from "react"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { useDashboardRefresh } from "../../react/dashboard/use-dashboard-refresh.ts"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { useAnnounce } from "./announcements.tsx"
import { Problem } from "./problem.tsx"
import { type CallFailure, problemOf } from "./problem-text.ts"

interface Props<E extends CallFailure> {
  readonly title: string
  readonly text: string
  readonly saved: boolean
  readonly save: (admin: ProjectAdminCalls, value: boolean) => Effect.Effect<unknown, E>
}

export const SwitchRow = <E extends CallFailure>({ save, saved, text, title }: Props<E>) => {
  const id = useId()
  const [wanted, want] = useState<boolean | null>(null)
  const action = useAdminAction(save)
  const announce = useAnnounce()
  const refresh = useDashboardRefresh()
  const on = wanted ?? saved
  const toggle = async () => {
    if (wanted !== null) return
    want(!on)
    const exit = await action.run(!on)
    // The value of the service, which another owner may have changed since.
    await refresh()
    want(null)
    if (Exit.isSuccess(exit)) announce(`${title} is ${on ? "off" : "on"}`)
  }

  return (
    <li>
      <div className="ks-list-row">
        <div className="ks-list-main">
          <span className="ks-strong" id={id}>
            {title}
          </span>
          <span className="ks-text" id={`${id}-text`}>
            {text}
          </span>
          <Problem>{problemOf(action.error)}</Problem>
        </div>
        <button
          type="button"
          role="switch"
          className="ks-switch"
          aria-checked={on}
          aria-labelledby={id}
          aria-describedby={`${id}-text`}
          aria-busy={wanted !== null || undefined}
          onClick={() => void toggle()}
        />
      </div>
    </li>
  )
}
