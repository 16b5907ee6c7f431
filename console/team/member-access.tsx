/** The role of a member and the permissions in the team: direct ones to grant and revoke, and those they contain. */
import { useTeamPermissionsOfUserState } from "../../react/dashboard/use-users.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { PermissionEditor } from "../components/permission-editor.tsx"
import { ReadView } from "../components/read-view.tsx"
import { areDistinct, closureOf, roleOf } from "./team-role.ts"
import { useRoleDefaults } from "./use-role-defaults.ts"

interface Props {
  readonly teamId: string
  readonly userId: string
  /** The member and the team, as texts name them. */
  readonly of: string
}

const names = { admin: "Admin", member: "Member", custom: "Custom" } as const

export const MemberAccess = ({ of, teamId, userId }: Props) => {
  const granted = useTeamPermissionsOfUserState(userId, { teamId })
  const defaults = useRoleDefaults()
  return (
    <ReadView state={granted}>
      {(data) => {
        if (defaults === null) return null
        const direct = data.map(({ id }) => id)
        const role = roleOf(defaults, direct)
        const contained = [...closureOf(defaults.definitions, direct)].filter((id) => !direct.includes(id))
        return (
          <div className="ks-stack">
            <div className="ks-permissions">
              Role
              <span className="ks-badge" data-tone={role === "admin" ? "accent" : undefined}>
                {names[role]}
              </span>
              {areDistinct(defaults) &&
                (["admin", "member"] as const)
                  .filter((other) => other !== role)
                  .map((other) => (
                    <ChangeButton
                      key={other}
                      word={`Change to ${other}`}
                      what={`the role of ${of}`}
                      done={`The role of ${of} is ${other}`}
                      change={({ allTeams }) => allTeams.changeRole(teamId, userId, other)}
                    />
                  ))}
            </div>
            <PermissionEditor
              of={of}
              granted={direct}
              definitions={defaults.definitions}
              grant={({ ofUser }, permissionId) => ofUser(userId).permissions.grant({ teamId, permissionId })}
              revoke={({ ofUser }, permissionId) => ofUser(userId).permissions.revoke({ teamId, permissionId })}
            />
            {contained.length > 0 && (
              <p className="ks-text">
                They contain <span className="ks-mono">{contained.join(", ")}</span>.
              </p>
            )}
          </div>
        )
      }}
    </ReadView>
  )
}
