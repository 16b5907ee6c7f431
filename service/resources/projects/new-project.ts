/** Creates projects with their initial permissions and settings. */
import { Context, Effect, Schema } from "effect"
import { definePermissionsOfNewProject } from "../permissions/new-project-permissions.ts"
import { TeamPermissions } from "../permissions/team-permissions.ts"
import { OAuthProviderStore } from "./oauth-provider-store.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { ProjectStore } from "./project-store.ts"
import { randomUUID } from "node:crypto"

/**
 * Settings that the API cannot change. A seed sets them for one of its projects, or for all projects that are created
 * later.
 */
export const NewProjectSettings = Schema.Struct({
  /** Default: `admin` for the creator of a team and `member` for those who join. */
  teamPermissions: Schema.optionalKey(TeamPermissions),
  /** Accepts the code verifier itself as its challenge (RFC 7636, section 4.2, `plain`). Default false. */
  allowPlainCodeChallenge: Schema.optionalKey(Schema.Boolean)
})
export type NewProjectSettings = typeof NewProjectSettings.Type

/**
 * Settings of projects that the API and the console create. The seed of each start sets them, and a seed that is
 * imported later. They are not stored.
 */
export class DefaultProjectSettings extends Context.Service<
  DefaultProjectSettings,
  { readonly current: NewProjectSettings }
>()("keystile/service/DefaultProjectSettings") {}

/** Returns a project with the default settings. */
export const blankProject = (id: string, now: number): ProjectRecord => ({
  id,
  displayName: "",
  description: "",
  isProductionMode: false,
  logoUrl: null,
  logoDarkModeUrl: null,
  createdAt: new Date(now),
  configId: randomUUID(),
  signUpEnabled: true,
  credentialEnabled: true,
  magicLinkEnabled: false,
  passkeyEnabled: false,
  clientTeamCreationEnabled: false,
  clientUserDeletionEnabled: false,
  allowUserApiKeys: false,
  allowTeamApiKeys: false,
  requireEmailVerification: false,
  createTeamOnSignUp: false,
  allowLocalhost: true,
  clientKeyRequired: true,
  allowImpersonation: false,
  passwordMinLength: null,
  allowBreachedPasswords: false,
  sessionLifetimeMillis: null,
  sessionIdleMillis: null,
  mailLanguage: null,
  translateMails: true
})

/** Adds a project that does not exist yet. */
export const addProject = Effect.fnUntraced(function* (project: ProjectRecord, settings: NewProjectSettings) {
  const { allowPlainCodeChallenge, teamPermissions } = settings
  yield* (yield* ProjectStore).insert(project)
  yield* definePermissionsOfNewProject(project.id, teamPermissions)
  if (allowPlainCodeChallenge !== undefined) {
    yield* (yield* OAuthProviderStore).allowPlainChallenge(project.id, allowPlainCodeChallenge)
  }
})
