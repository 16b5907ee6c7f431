/** The project of the keys, and the public keys of its tokens. */
import { Effect, Schema } from "effect"
import { getProject, getProjectAsAdmin } from "../../core/api/projects.ts"
import { ProjectNotFound } from "../../core/errors/project.ts"
import * as Endpoint from "../../core/http/endpoint.ts"
import { wire } from "../../core/schema/wire.ts"
import { AccessTokens } from "../crypto/access-tokens.ts"
import { caller } from "../endpoint/caller.ts"
import { implement } from "../endpoint/implement.ts"
import { DefinitionStore } from "../permissions/definition-store.ts"
import { representAdminProject, representProject } from "./represent.ts"
import { ProjectStore } from "./project-store.ts"

const PublicJwk = Schema.Struct({
  kty: Schema.Literal("EC"),
  crv: Schema.Literal("P-256"),
  alg: Schema.Literal("ES256"),
  kid: Schema.String,
  x: Schema.String,
  y: Schema.String
})

/** RFC 7517. Key sets may be fetched by anybody, so these take no project headers. */
const projectKeySet = Endpoint.get("/projects/:project_id/.well-known/jwks.json", {
  tiers: [],
  params: { project_id: Schema.String },
  success: wire({ keys: Schema.Array(PublicJwk) }),
  errors: [ProjectNotFound]
})

const globalKeySet = Endpoint.get("/.well-known/jwks.json", {
  tiers: [],
  prefix: "",
  success: wire({ keys: Schema.Array(PublicJwk), message: Schema.String })
})

export const handlers = [
  implement(getProject, () => Effect.map(caller, ({ project }) => representProject(project))),

  implement(
    getProjectAsAdmin,
    Effect.fnUntraced(function*() {
      const { project } = yield* caller
      const projects = yield* ProjectStore
      return representAdminProject(
        project,
        yield* projects.userCount(project.id),
        yield* projects.domains(project.id),
        yield* (yield* DefinitionStore).list(project.id)
      )
    })
  ),

  implement(
    projectKeySet,
    Effect.fnUntraced(function*({ params: { project_id: projectId } }) {
      const projects = yield* ProjectStore
      if ((yield* projects.find(projectId)) === null) return yield* new ProjectNotFound({ projectId })
      return { keys: [(yield* AccessTokens).publicKey(projectId)] }
    })
  ),

  implement(globalKeySet, () =>
    Effect.map(AccessTokens, ({ globalPublicKey }) => ({
      keys: [globalPublicKey],
      message: "Deprecated. Each project has a key set: /api/v1/projects/<project id>/.well-known/jwks.json"
    })))
]
