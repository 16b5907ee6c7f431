/** Projects as each tier sees them. */
import type { AdminProject, Domain, Project } from "../../core/schema/project.ts"
import type { Definition } from "../permissions/definition-store.ts"
import type { ProjectRecord } from "../records/project.ts"

const flags = (project: ProjectRecord) => ({
  signUpEnabled: project.signUpEnabled,
  credentialEnabled: project.credentialEnabled,
  magicLinkEnabled: project.magicLinkEnabled,
  passkeyEnabled: project.passkeyEnabled,
  clientTeamCreationEnabled: project.clientTeamCreationEnabled,
  clientUserDeletionEnabled: project.clientUserDeletionEnabled
})

export const representProject = (project: ProjectRecord): Project => ({
  id: project.id,
  displayName: project.displayName,
  config: { ...flags(project), oauthProviders: [] }
})

const references = (permissions: ReadonlyArray<Definition>) => permissions.map(({ id }) => ({ id }))

export const representAdminProject = (
  project: ProjectRecord,
  userCount: number,
  domains: ReadonlyArray<Domain>,
  permissions: ReadonlyArray<Definition>
): AdminProject => ({
  id: project.id,
  displayName: project.displayName,
  description: project.description,
  createdAt: project.createdAt,
  userCount,
  isProductionMode: project.isProductionMode,
  config: {
    ...flags(project),
    id: project.configId,
    allowLocalhost: project.allowLocalhost,
    createTeamOnSignUp: project.createTeamOnSignUp,
    oauthProviders: [],
    enabledOauthProviders: [],
    domains,
    emailConfig: { type: "shared" },
    teamCreatorDefaultPermissions: references(permissions.filter(({ isCreatorDefault }) => isCreatorDefault)),
    teamMemberDefaultPermissions: references(permissions.filter(({ isMemberDefault }) => isMemberDefault))
  }
})
