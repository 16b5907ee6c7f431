/**
 * The console's routes for projects, on the control API.
 *
 * ```
 * GET    /_keystile/projects                        { projects: [{ id, display_name, created_at, is_production_mode,
 *                                                     user_count, keys, domains }] }, the oldest first
 * POST   /_keystile/projects                        { display_name } → 201, the project, as without a seed file
 * GET    /_keystile/projects/:project_id/keys       { key_sets: [set] }, the newest first
 * POST   /_keystile/projects/:project_id/keys       { description, expires_at_millis, has_… } → 201, its keys this once
 * DELETE /_keystile/projects/:project_id/keys/:id   revokes the set
 * ```
 *
 * `keys` are those that `keystile dev` prints, which stay readable; `null` where a project has none of them.
 */
import { Clock, Effect, Schema } from "effect"
import { ApiKey, ApiKeyCreate, ApiKeyFirstView } from "../../../core/schema/api-key.ts"
import { Millis } from "../../../core/schema/fields/millis.ts"
import { Uuid } from "../../../core/schema/fields/uuid.ts"
import { Domain } from "../../../core/schema/admin-project.ts"
import { wire } from "../../../core/schema/wire.ts"
import { createKeySet, serializeKeySet } from "../../resources/api-keys/key-set.ts"
import { projectParams, requireProject } from "../control/require-project.ts"
import { controlRoute, problem } from "../control/route.ts"
import { ApiKeyStore } from "../../resources/api-keys/api-key-store.ts"
import { ProjectStore } from "../../resources/projects/project-store.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { startProject } from "../seed/apply-seed.ts"

const Key = Schema.optionalKey(Schema.String)

const ListedProject = wire({
  id: Schema.String,
  displayName: Schema.String,
  createdAt: Millis,
  isProductionMode: Schema.Boolean,
  userCount: Schema.Int,
  keys: Schema.NullOr(wire({ publishableClientKey: Key, secretServerKey: Key, superSecretAdminKey: Key })),
  domains: Schema.Array(Domain)
})

const Name = Schema.String.check(Schema.isPattern(/\S/), Schema.isMaxLength(200))

const encodeProject = Schema.encodeEffect(ListedProject)
const encodeProjects = Schema.encodeEffect(Schema.Struct({ projects: Schema.Array(ListedProject) }))
const encodeSets = Schema.encodeEffect(wire({ keySets: Schema.Array(ApiKey) }))
const encodeFirstView = Schema.encodeEffect(ApiKeyFirstView)

const listProject = Effect.fnUntraced(function* (project: ProjectRecord) {
  const projects = yield* ProjectStore
  const known = yield* (yield* ApiKeyStore).initialKeys(project.id)
  return {
    id: project.id,
    displayName: project.displayName,
    createdAt: project.createdAt,
    isProductionMode: project.isProductionMode,
    userCount: yield* projects.userCount(project.id),
    keys:
      Object.keys(known).length === 0
        ? null
        : {
            ...(known.publishable_client_key !== undefined && { publishableClientKey: known.publishable_client_key }),
            ...(known.secret_server_key !== undefined && { secretServerKey: known.secret_server_key }),
            ...(known.super_secret_admin_key !== undefined && { superSecretAdminKey: known.super_secret_admin_key })
          },
    domains: yield* projects.domains(project.id)
  }
})

const listProjects = Effect.flatMap(ProjectStore, ({ list }) =>
  Effect.flatMap(list, (projects) => Effect.forEach(projects, listProject))
)

export const controls = [
  controlRoute("GET", "/projects", {}, () =>
    Effect.flatMap(listProjects, (projects) => Effect.orDie(encodeProjects({ projects })))
  ),

  controlRoute(
    "POST",
    "/projects",
    { body: wire({ displayName: Name }), status: 201 },
    Effect.fnUntraced(function* ({ body: { displayName } }) {
      const project = yield* requireProject(yield* Effect.orDie(startProject(displayName.trim())))
      return yield* Effect.orDie(encodeProject(yield* listProject(project)))
    })
  ),

  controlRoute(
    "GET",
    "/projects/:project_id/keys",
    { params: projectParams },
    Effect.fnUntraced(function* ({ params }) {
      const project = yield* requireProject(params.project_id)
      const sets = yield* (yield* ApiKeyStore).list(project.id)
      return yield* Effect.orDie(encodeSets({ keySets: sets.map(serializeKeySet) }))
    })
  ),

  controlRoute(
    "POST",
    "/projects/:project_id/keys",
    { params: projectParams, body: ApiKeyCreate, status: 201 },
    Effect.fnUntraced(function* ({ body, params }) {
      const project = yield* requireProject(params.project_id)
      if (!body.hasPublishableClientKey && !body.hasSecretServerKey && !body.hasSuperSecretAdminKey) {
        return yield* problem(400, "A set needs at least one key.")
      }
      return yield* Effect.orDie(encodeFirstView(yield* createKeySet(project.id, body)))
    })
  ),

  controlRoute(
    "DELETE",
    "/projects/:project_id/keys/:id",
    { params: Schema.Struct({ ...projectParams.fields, id: Uuid }) },
    Effect.fnUntraced(function* ({ params }) {
      const project = yield* requireProject(params.project_id)
      const store = yield* ApiKeyStore
      const set = yield* store.find(project.id, params.id.toLowerCase())
      if (set === null) return yield* problem(404, "The project has no such set of keys.")
      const revokedAt = set.revokedAt ?? new Date(yield* Clock.currentTimeMillis)
      yield* store.update(project.id, { ...set, revokedAt })
      return { success: true }
    })
  )
]
