/** Handles the endpoints of the current project and of the public keys for its access tokens. */
import { Effect, Layer, Schema } from "effect"
import * as Api from "../../../core/api/projects/current.ts"
import { jwks, PublicJwk } from "../../../core/api/projects/jwks.ts"
import * as Endpoint from "../../../core/http/endpoint.ts"
import type { AdminProject, EnabledOAuthProvider } from "../../../core/schema/admin-project.ts"
import { wire } from "../../../core/schema/wire.ts"
import { AccessTokens } from "../../crypto/access-tokens.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { inTransaction } from "../../sql/rows.ts"
import { hideSecrets } from "./project-secrets.ts"
import { removeOwners } from "./project-owners.ts"
import { DeletedProjects } from "./deleted-projects.ts"
import { ProjectStore } from "./project-store.ts"
import { serializeAdminProject, serializeProject } from "./serialize-project.ts"
import { updateSettings } from "./update-settings.ts"
import { dropIgnored } from "./drop-ignored.ts"
import * as Limits from "../../http/rate-limits/limits-store.ts"
import * as EmailConfigs from "./email-config-store.ts"
import * as OAuthProviders from "./oauth-provider-store.ts"
import * as SignUpProofSettings from "./sign-up-proof-setting-store.ts"
import * as Projects from "./project-store.ts"
import { ownedProjectHandlers } from "./owned-project-handlers.ts"

/** The key set (RFC 7517) without a project, for older clients. It is not part of the contract. */
const globalKeySet = Endpoint.get("/.well-known/jwks.json", {
  tiers: [],
  prefix: "",
  success: wire({ keys: Schema.Array(PublicJwk), message: Schema.String })
})

export const layer = Layer.mergeAll(
  EmailConfigs.layer,
  Limits.layer,
  OAuthProviders.layer,
  Projects.layer,
  SignUpProofSettings.layer
)

/** Returns a project with its settings, as the caller may read them. */
const serializeForCaller = Effect.fnUntraced(function* (project: ProjectRecord) {
  return hideSecrets(yield* serializeAdminProject(project), yield* caller)
})

export const projectUpdate = implement(
  Api.updateProject,
  Effect.fnUntraced(function* ({ body }) {
    const { project } = yield* caller
    return yield* serializeForCaller(yield* updateSettings(project.id, Effect.succeed(body)))
  }),
  { prepare: dropIgnored }
)

/** Returns the settings with the enabled providers only, as services since Stack Auth 2.8 list them. */
const withoutDisabled = ({ config, ...project }: AdminProject): AdminProject => ({
  ...project,
  config: { ...config, oauthProviders: config.oauthProviders.filter(({ enabled }) => enabled) }
})

/** Returns the given providers as enabled ones, and those of the project that are left out as disabled ones. */
const withLeftOut = Effect.fnUntraced(function* (projectId: string, given: ReadonlyArray<EnabledOAuthProvider>) {
  const all = yield* (yield* OAuthProviders.OAuthProviderStore).listSettings(projectId)
  const leftOut = all.filter(({ id }) => given.every((provider) => provider.id !== id))
  return [
    ...given.map((provider) => ({ ...provider, enabled: true })),
    ...leftOut.map((provider) => ({ ...provider, enabled: false }))
  ]
})

const removal = Effect.gen(function* () {
  const { project } = yield* caller
  const projects = yield* ProjectStore
  yield* inTransaction(Effect.andThen(removeOwners(project.id), projects.remove(project.id)))
  yield* (yield* DeletedProjects).startPruning
  return { success: true as const }
})

export const handlers = [
  ...ownedProjectHandlers,

  implement(Api.getProject, () => Effect.flatMap(caller, ({ project }) => serializeProject(project))),

  implement(Api.getProjectAsAdmin, () => Effect.flatMap(caller, ({ project }) => serializeForCaller(project))),

  projectUpdate,

  implement(Api.removeProject, () => removal),

  implement(Api.getSettings, () =>
    Effect.flatMap(caller, ({ project }) => Effect.map(serializeForCaller(project), withoutDisabled))
  ),

  implement(
    Api.updateSettings,
    Effect.fnUntraced(function* ({ body: { config, ...changes } }) {
      const { project } = yield* caller
      const { oauthProviders, ...settings } = config ?? {}
      const update = Effect.gen(function* () {
        const all = oauthProviders && { oauthProviders: yield* withLeftOut(project.id, oauthProviders) }
        return { ...changes, config: { ...settings, ...all } }
      })
      return withoutDisabled(yield* serializeForCaller(yield* updateSettings(project.id, update)))
    }),
    { prepare: dropIgnored }
  ),

  implement(Api.removeWithSettings, () => removal),

  implement(
    jwks,
    Effect.fnUntraced(function* ({ params: { project_id: projectId }, query = {} }) {
      const projects = yield* ProjectStore
      if ((yield* projects.find(projectId)) === null) return yield* textError(404, "There is no such project.")
      const kinds = [
        "normal" as const,
        ...(query.includeRestricted === "true" || query.includeAnonymous === "true" ? ["restricted" as const] : []),
        ...(query.includeAnonymous === "true" ? ["anonymous" as const] : [])
      ]
      return { keys: yield* (yield* AccessTokens).publicKeys(projectId, kinds) }
    })
  ),

  implement(globalKeySet, () =>
    Effect.map(AccessTokens, ({ globalPublicKey }) => ({
      keys: [globalPublicKey],
      message: "Deprecated. Each project has a key set: /api/v1/projects/<project id>/.well-known/jwks.json"
    }))
  )
]
