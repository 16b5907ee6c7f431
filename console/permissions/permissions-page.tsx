/** The permissions that a project defines, what they contain, and who gets which by default. */
import {
  useProjectPermissionDefinitionsState,
  useTeamPermissionDefinitionsState
} from "../../react/dashboard/use-permission-definitions.ts"
import { useProjectSettingsState } from "../../react/dashboard/use-project-settings.ts"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import { DefaultPermissionsRow } from "./default-permissions-row.tsx"
import { DefinitionsSection } from "./definitions-section.tsx"

const PermissionsPage = () => {
  const ofTeams = useTeamPermissionDefinitionsState()
  const ofProject = useProjectPermissionDefinitionsState()
  const settings = useProjectSettingsState()
  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden">Permissions</h1>
      <DefinitionsSection
        scope="team"
        title="Team permissions"
        text="Granted to a member in a team. An arrow leads from a permission to one that it contains."
        state={ofTeams}
      />
      <DefinitionsSection
        scope="project"
        title="Project permissions"
        text="Granted to a user, in no team."
        state={ofProject}
      />
      <Section title="Defaults" text="Granted once, at the time. Later changes affect new members and users only.">
        <ReadView state={settings}>
          {(project) => (
            <ul className="ks-list">
              <DefaultPermissionsRow
                name="teamCreatorDefaultPermissions"
                title="Creators of teams"
                of="creators of teams"
                project={project}
                definitions={ofTeams.data ?? []}
              />
              <DefaultPermissionsRow
                name="teamMemberDefaultPermissions"
                title="New members"
                of="new members"
                project={project}
                definitions={ofTeams.data ?? []}
              />
              <DefaultPermissionsRow
                name="userDefaultPermissions"
                title="New users"
                of="new users"
                project={project}
                definitions={ofProject.data ?? []}
              />
            </ul>
          )}
        </ReadView>
      </Section>
    </div>
  )
}

export default PermissionsPage
