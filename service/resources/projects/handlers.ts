/** Handles the endpoints of the current project and of the public keys for its access tokens. */
import { Effect, Layer, Schema } from "effect"
import { getProject, getProjectAsAdmin, removeProject, updateProject } from "../../../core/api/projects/current.ts"
import { jwks, PublicJwk } from "../../../core/api/projects/jwks.ts"
import { ProjectNotFound } from "../../../core/errors/project.ts"
import * as Endpoint from "../../../core/http/endpoint.ts"
import { wire } from "../../../core/schema/wire.ts"
import { AccessTokens } from "../../crypto/access-tokens.ts"
import { caller } from "../../endpoint/caller.ts"
import { textError } from "../../endpoint/http-error-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { inTransaction } from "../../sql/rows.ts"
import { removeOwners } from "./project-owners.ts"
import { ProjectStore } from "./project-store.ts"
import { serializeAdminProject, serializeProject } from "./serialize-project.ts"
import { updateSettings } from "./update-settings.ts"
import { dropIgnored } from "./drop-ignored.ts"
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

export const layer = Layer.mergeAll(EmailConfigs.layer, OAuthProviders.layer, Projects.layer, SignUpProofSettings.layer)

export const projectUpdate = implement(
  updateProject,
  Effect.fnUntraced(function* ({ body }) {
    const { project } = yield* caller
    yield* updateSettings(project, body)
    const updated = yield* (yield* ProjectStore).find(project.id)
    return yield* updated === null ? new ProjectNotFound({ projectId: project.id }) : serializeAdminProject(updated)
  }),
  { prepare: dropIgnored }
)

export const handlers = [
  ...ownedProjectHandlers,

  implement(getProject, () => Effect.flatMap(caller, ({ project }) => serializeProject(project))),

  implement(getProjectAsAdmin, () => Effect.flatMap(caller, ({ project }) => serializeAdminProject(project))),

  projectUpdate,

  implement(
    removeProject,
    Effect.fnUntraced(function* () {
      const { project } = yield* caller
      const projects = yield* ProjectStore
      yield* inTransaction(Effect.andThen(removeOwners(project.id), projects.remove(project.id)))
      return { success: true as const }
    })
  ),

  implement(
    jwks,
    Effect.fnUntraced(function* ({ params: { project_id: projectId } }) {
      const projects = yield* ProjectStore
      if ((yield* projects.find(projectId)) === null) return yield* textError(404, "There is no such project.")
      return { keys: yield* (yield* AccessTokens).publicKeys(projectId) }
    })
  ),

  implement(globalKeySet, () =>
    Effect.map(AccessTokens, ({ globalPublicKey }) => ({
      keys: [globalPublicKey],
      message: "Deprecated. Each project has a key set: /api/v1/projects/<project id>/.well-known/jwks.json"
    }))
  )
]
