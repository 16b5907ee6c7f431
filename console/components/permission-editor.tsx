/** The directly granted permissions of a user, with a way to grant and revoke them. */
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useState } from "react"
import type { PermissionDefinition } from "../../core/schema/permission.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { useAnnounce } from "./announcements.tsx"
import { ChangeButton } from "./change-button.tsx"
import { Button } from "./button.tsx"
import { Problem } from "./problem.tsx"
import { type CallFailure, problemOf } from "./problem-text.ts"
import { Select } from "./select.tsx"

interface Props<E1 extends CallFailure, E2 extends CallFailure> {
  /** The user and the team, or the user alone. */
  readonly of: string
  readonly granted: ReadonlyArray<string>
  readonly definitions: ReadonlyArray<PermissionDefinition>
  readonly grant: (admin: ProjectAdminCalls, permissionId: string) => Effect.Effect<unknown, E1>
  readonly revoke: (admin: ProjectAdminCalls, permissionId: string) => Effect.Effect<unknown, E2>
}

export const PermissionEditor = <E1 extends CallFailure, E2 extends CallFailure>({
  definitions,
  grant,
  granted,
  of,
  revoke
}: Props<E1, E2>) => {
  const [chosen, choose] = useState("")
  const announce = useAnnounce()
  const action = useAdminAction(grant)
  const others = definitions.filter(({ id }) => !granted.includes(id))
  return (
    <div className="ks-permissions">
      {granted.map((id) => (
        <span key={id} className="ks-permission">
          <span className="ks-mono">{id}</span>
          <ChangeButton
            word="Revoke"
            what={`${id} of ${of}`}
            done={`${id} was revoked`}
            change={(admin) => revoke(admin, id)}
          />
        </span>
      ))}
      {others.length > 0 && (
        <span className="ks-row">
          <Select
            label={`Permission to grant to ${of}`}
            value={others.some(({ id }) => id === chosen) ? chosen : ""}
            options={[["", "Choose a permission"], ...others.map(({ id }) => [id, id] as const)]}
            onChange={choose}
          />
          {chosen !== "" && !granted.includes(chosen) && (
            <Button
              label={`Grant ${chosen} to ${of}`}
              busy={action.pending}
              onClick={() =>
                void action.run(chosen).then((exit) => {
                  if (!Exit.isSuccess(exit)) return
                  announce(`${chosen} was granted`)
                  choose("")
                })
              }
            >
              Grant
            </Button>
          )}
        </span>
      )}
      <Problem>{problemOf(action.error)}</Problem>
    </div>
  )
}
