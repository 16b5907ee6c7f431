/** The permissions that make the roles of a team. */
import { useMemo } from "react"
import { useTeamPermissionDefinitionsState } from "../../react/dashboard/use-permission-definitions.ts"
import { useProjectSettingsState } from "../../react/dashboard/use-project-settings.ts"
import type { RoleDefaults } from "./team-role.ts"

/** Returns `null` while they are read. */
export const useRoleDefaults = (): RoleDefaults | null => {
  const config = useProjectSettingsState().data?.config
  const definitions = useTeamPermissionDefinitionsState().data
  return useMemo(
    () =>
      config === undefined || definitions === undefined
        ? null
        : {
            ofCreators: config.teamCreatorDefaultPermissions.map(({ id }) => id),
            ofMembers: config.teamMemberDefaultPermissions.map(({ id }) => id),
            definitions
          },
    [config, definitions]
  )
}
