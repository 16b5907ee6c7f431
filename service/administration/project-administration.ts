/** Creates projects, changes their settings and issues their API keys, for commands that run beside the service. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { noteProject } from "../audit/current-audit.ts"
import { AdminProject } from "../../core/schema/admin-project.ts"
import { ApiKey, type ApiKeyCreate, type ApiKeyFirstView } from "../../core/schema/api-key.ts"
import type { LimitsSetting } from "../http/rate-limits/limits.ts"
import { requireWithinMaximum } from "../http/rate-limits/limits.ts"
import { layer as limitsStore, LimitsStore } from "../http/rate-limits/limits-store.ts"
import { ApiKeyStore } from "../resources/api-keys/api-key-store.ts"
import { keySetUpdate, layer as apiKeyStores } from "../resources/api-keys/handlers.ts"
import { createKeySet, serializeKeySet } from "../resources/api-keys/key-set.ts"
import { layer as projectStores, projectUpdate } from "../resources/projects/handlers.ts"
import { layer as permissionStores } from "../resources/permissions/handlers.ts"
import { addProject, blankProject, DefaultProjectSettings } from "../resources/projects/new-project.ts"
import { ProjectStore } from "../resources/projects/project-store.ts"
import { serializeAdminProject } from "../resources/projects/serialize-project.ts"
import { layer as sessionStores } from "../resources/sessions/session-store.ts"
import { INTERNAL_PROJECT_ID } from "../sql/records/project-record.ts"
import { inTransaction } from "../sql/rows.ts"
import { AdministrationRefused } from "./administration-refused.ts"
import { callAsAdmin } from "./call-as-admin.ts"
import { findProject } from "./find-project.ts"
import { randomUUID } from "node:crypto"

export class ProjectAdministration extends Context.Service<
  ProjectAdministration,
  {
    /**
     * Creates a project. The settings are the body of `PATCH /projects/current`; those left out have their defaults.
     */
    readonly create: (displayName: string, settings: object) => Effect.Effect<AdminProject, AdministrationRefused>
    /** Lists the projects of applications, the oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<AdminProject>>
    /** True if the service has owners of projects: a new project belongs to none of them. */
    readonly hasOwners: Effect.Effect<boolean>
    readonly get: (projectId: string) => Effect.Effect<AdminProject, AdministrationRefused>
    /** Changes the given settings: the body of `PATCH /projects/current`. */
    readonly update: (projectId: string, settings: object) => Effect.Effect<AdminProject, AdministrationRefused>
    /** Returns the rate limits that differ from the defaults; `null` without any. */
    readonly limits: (projectId: string) => Effect.Effect<LimitsSetting | null, AdministrationRefused>
    /** Replaces the rate limits; `null` sets the defaults. Running services use them within ten seconds. */
    readonly setLimits: (projectId: string, limits: LimitsSetting | null) => Effect.Effect<void, AdministrationRefused>
    /** Creates a set of API keys. The keys are returned once: only their hashes are stored. */
    readonly createKeys: (
      projectId: string,
      wanted: ApiKeyCreate
    ) => Effect.Effect<ApiKeyFirstView, AdministrationRefused>
    /** Lists the sets of API keys, the newest first. */
    readonly listKeys: (projectId: string) => Effect.Effect<ReadonlyArray<ApiKey>, AdministrationRefused>
    readonly revokeKeys: (projectId: string, keySetId: string) => Effect.Effect<ApiKey, AdministrationRefused>
  }
>()("keystile/service/ProjectAdministration") {}

const decodeProject = Schema.decodeUnknownEffect(AdminProject)
const decodeKeySet = Schema.decodeUnknownEffect(ApiKey)

const update = Effect.fnUntraced(function* (projectId: string, settings: object) {
  const project = yield* findProject(projectId)
  const updated = yield* callAsAdmin(projectUpdate, { project, body: settings })
  return yield* Effect.orDie(decodeProject(updated))
})

const create = Effect.fnUntraced(function* (displayName: string, settings: object) {
  const project = blankProject(randomUUID(), yield* Clock.currentTimeMillis)
  yield* noteProject(project.id)
  return yield* inTransaction(
    Effect.andThen(
      addProject(project, (yield* DefaultProjectSettings).current),
      update(project.id, { ...settings, display_name: displayName })
    )
  )
})

const createKeys = Effect.fnUntraced(function* (projectId: string, wanted: ApiKeyCreate) {
  const project = yield* findProject(projectId)
  return yield* createKeySet(project.id, wanted)
})

const limits = Effect.fnUntraced(function* (projectId: string) {
  const project = yield* findProject(projectId)
  return yield* (yield* LimitsStore).find(project.id)
})

const setLimits = Effect.fnUntraced(function* (projectId: string, wanted: LimitsSetting | null) {
  const project = yield* findProject(projectId)
  yield* Effect.catchTag(requireWithinMaximum(wanted), "RateLimitsTooHigh", ({ message }) =>
    Effect.fail(new AdministrationRefused({ problems: [message] }))
  )
  yield* (yield* LimitsStore).set(project.id, wanted)
})

const listKeys = Effect.fnUntraced(function* (projectId: string) {
  const project = yield* findProject(projectId)
  return (yield* (yield* ApiKeyStore).list(project.id)).map(serializeKeySet)
})

const revokeKeys = Effect.fnUntraced(function* (projectId: string, keySetId: string) {
  const project = yield* findProject(projectId)
  const params = { api_key_id: keySetId }
  const revoked = yield* callAsAdmin(keySetUpdate, { project, params, body: { revoked: true } })
  return yield* Effect.orDie(decodeKeySet(revoked))
})

const list = Effect.gen(function* () {
  const all = yield* (yield* ProjectStore).list
  return yield* Effect.forEach(
    all.filter(({ id }) => id !== INTERNAL_PROJECT_ID),
    serializeAdminProject
  )
})

const hasOwners = Effect.gen(function* () {
  return (yield* (yield* ProjectStore).userCount(INTERNAL_PROJECT_ID)) > 0
})

const layerNoDeps = Layer.effect(
  ProjectAdministration,
  Effect.gen(function* () {
    const context =
      yield* Effect.context<
        Effect.Services<
          ReturnType<typeof create | typeof createKeys | typeof revokeKeys | typeof setLimits> | typeof list
        >
      >()
    return ProjectAdministration.of({
      create: (displayName, settings) => Effect.provideContext(create(displayName, settings), context),
      list: Effect.provideContext(list, context),
      hasOwners: Effect.provideContext(hasOwners, context),
      get: (projectId) => Effect.provideContext(Effect.flatMap(findProject(projectId), serializeAdminProject), context),
      update: (projectId, settings) => Effect.provideContext(update(projectId, settings), context),
      limits: (projectId) => Effect.provideContext(limits(projectId), context),
      setLimits: (projectId, wanted) => Effect.provideContext(setLimits(projectId, wanted), context),
      createKeys: (projectId, wanted) => Effect.provideContext(createKeys(projectId, wanted), context),
      listKeys: (projectId) => Effect.provideContext(listKeys(projectId), context),
      revokeKeys: (projectId, keySetId) => Effect.provideContext(revokeKeys(projectId, keySetId), context)
    })
  })
)

/** Without handlers, dispatchers and other parts of a service that runs: it may run beside one. */
export const layer = layerNoDeps.pipe(
  Layer.provide(Layer.mergeAll(apiKeyStores, limitsStore, permissionStores, projectStores, sessionStores)),
  Layer.provide(Layer.succeed(DefaultProjectSettings, { current: {} }))
)
