/** Imports a seed into a running service, resets the service to one, and takes the last of these changes back. */
import { Clock, Data, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ApiKeyStore } from "../../resources/api-keys/api-key-store.ts"
import { ProjectStore } from "../../resources/projects/project-store.ts"
import { INTERNAL_PROJECT_ID } from "../../sql/records/project-record.ts"
import { rowsOf } from "../../sql/rows.ts"
import { applySeed, defaultSeed } from "./apply-seed.ts"
import { exportSeed } from "./export-seed.ts"
import { readSeed } from "./read-seed.ts"
import type { Seed } from "./seed.ts"
import { SeedSettings, type SeedUndo, takeSettings } from "./seed-settings.ts"
import { randomUUID } from "node:crypto"

/** The service was started without a seed. */
class NoStartSeed extends Data.TaggedError("NoStartSeed")<{}> {
  override readonly message = "The service was started without a seed file. Reset it to an empty project instead."
}

/** There is no change to take back. */
class NothingToUndo extends Data.TaggedError("NothingToUndo")<{}> {
  override readonly message = "No import and no reset was made since the service started."
}

/** The state of a service after a change. */
interface StateSummary {
  readonly projects: number
  readonly users: number
  readonly teams: number
}

const summaries = rowsOf(Schema.Struct({ projects: Schema.Int, users: Schema.Int, teams: Schema.Int }))

/** Counts the projects of applications, and all users and teams of these. */
export const summarize: Effect.Effect<StateSummary, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const row = yield* summaries.first(sql`
    SELECT
      (SELECT count(*) FROM project_configs WHERE project_id <> ${INTERNAL_PROJECT_ID}) AS projects,
      (
        SELECT count(*) FROM users JOIN project_configs USING (project_id)
        WHERE project_id <> ${INTERNAL_PROJECT_ID}
      ) AS users,
      (
        SELECT count(*) FROM teams JOIN project_configs USING (project_id)
        WHERE project_id <> ${INTERNAL_PROJECT_ID}
      ) AS teams`)
  return row ?? { projects: 0, users: 0, teams: 0 }
})

/** Deletes all projects with their data. The audit log stays, because it is append-only. */
const removeAll = Effect.flatMap(ProjectStore, (projects) => projects.removeAll)

/** Adds the development keys that projects of the seed have now, so that applications keep working. */
const withKnownKeys = Effect.fnUntraced(function* (seed: Seed) {
  const apiKeys = yield* ApiKeyStore
  const projects = yield* Effect.forEach(seed.projects, (project) =>
    Effect.map(apiKeys.initialKeys(project.id), (known) => ({
      ...project,
      keys: {
        ...(known.publishable_client_key !== undefined && { publishableClientKey: known.publishable_client_key }),
        ...(known.secret_server_key !== undefined && { secretServerKey: known.secret_server_key }),
        ...(known.super_secret_admin_key !== undefined && { superSecretAdminKey: known.super_secret_admin_key }),
        ...project.keys
      }
    }))
  )
  return { ...seed, projects }
})

/** Applies a seed in place of everything that exists, or beside it. The state before is kept for `undo`. */
const change = Effect.fnUntraced(function* (seed: Seed, isReplacing: boolean) {
  const settings = yield* SeedSettings
  let undo: SeedUndo | null = null
  // In the transaction of the change, so that no change by an application is between the two.
  const keep = Effect.gen(function* () {
    undo = { seed: (yield* exportSeed).seed, at: yield* Clock.currentTimeMillis }
  })
  const wanted = isReplacing ? yield* withKnownKeys(seed) : seed
  yield* applySeed(wanted, { prepare: isReplacing ? Effect.andThen(keep, removeAll) : keep, isEmptying: isReplacing })
  takeSettings(settings, seed, isReplacing)
  settings.undo = undo
  return yield* summarize
})

/** Imports a seed: in place of everything that exists, or as at a start. Nothing is written if it has a problem. */
export const importSeed = (seed: unknown, isReplacing: boolean) =>
  Effect.flatMap(readSeed(seed), (valid) => change(valid, isReplacing))

/** Resets the service to the seed of its start. */
export const resetToStart = Effect.gen(function* () {
  const { start } = yield* SeedSettings
  return yield* start === null ? new NoStartSeed() : change(start, true)
})

/**
 * Resets the service to one project without users, as without a seed. It has the id and the keys of the oldest project,
 * so that applications keep working.
 */
export const resetToEmpty = Effect.gen(function* () {
  const all = yield* (yield* ProjectStore).list
  const oldest = all.find(({ id }) => id !== INTERNAL_PROJECT_ID)
  return yield* change(defaultSeed(oldest?.id ?? randomUUID()), true)
})

/** Restores the state before the last import or reset. It can be undone itself. */
export const undoLast = Effect.gen(function* () {
  const { undo } = yield* SeedSettings
  return yield* undo === null ? new NothingToUndo() : importSeed(undo.seed, true)
})
