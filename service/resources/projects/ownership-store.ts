/** The SQL of who owns which project: users of the internal project list the ids in their metadata (wire, section 11). */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { INTERNAL_PROJECT_ID } from "../../sql/records/project-record.ts"
import { JsonText, rowsOf, run } from "../../sql/rows.ts"

export class OwnershipStore extends Context.Service<
  OwnershipStore,
  {
    /** The ids that a user of the internal project lists, in their order. */
    readonly managedBy: (userId: string) => Effect.Effect<ReadonlyArray<string>>
    readonly add: (userId: string, projectId: string) => Effect.Effect<void>
    /** Nobody lists the project any more. */
    readonly removeFromAll: (projectId: string) => Effect.Effect<void>
  }
>()("keystile/service/OwnershipStore") {}

const owners = rowsOf(Schema.Struct({ id: Schema.String, metadata: JsonText }))

const Owner = Schema.StructWithRest(Schema.Struct({ managedProjectIds: Schema.Array(Schema.String) }), [
  Schema.Record(Schema.String, Schema.Json)
])
const isOwner = Schema.is(Owner)
const isObject = Schema.is(Schema.Record(Schema.String, Schema.Json))

const managedIn = (metadata: Schema.Json) => (isOwner(metadata) ? metadata.managedProjectIds : [])

const withManaged = (metadata: Schema.Json, managedProjectIds: ReadonlyArray<string>) =>
  JSON.stringify({ ...(isObject(metadata) ? metadata : {}), managedProjectIds })

export const layer: Layer.Layer<OwnershipStore, never, SqlClient.SqlClient> = Layer.effect(
  OwnershipStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const metadataOf = (userId: string) =>
      Effect.map(
        owners.first(sql`
          SELECT id, server_metadata AS metadata FROM users
          WHERE project_id = ${INTERNAL_PROJECT_ID} AND id = ${userId}`),
        (row) => (row === null ? null : row.metadata)
      )

    const write = (userId: string, metadata: string) =>
      run(sql`
        UPDATE users SET server_metadata = ${metadata} WHERE project_id = ${INTERNAL_PROJECT_ID} AND id = ${userId}`)

    return OwnershipStore.of({
      managedBy: (userId) => Effect.map(metadataOf(userId), managedIn),
      add: Effect.fnUntraced(function* (userId, projectId) {
        const metadata = yield* metadataOf(userId)
        yield* write(userId, withManaged(metadata, [...managedIn(metadata), projectId]))
      }),
      removeFromAll: Effect.fnUntraced(function* (projectId) {
        // Which of them really list it, the JSON says.
        const candidates = yield* owners.all(sql`
          SELECT id, server_metadata AS metadata FROM users
          WHERE project_id = ${INTERNAL_PROJECT_ID} AND server_metadata LIKE ${`%${projectId}%`}`)
        for (const { id, metadata } of candidates) {
          const managed = managedIn(metadata)
          if (!managed.includes(projectId)) continue
          yield* write(
            id,
            withManaged(
              metadata,
              managed.filter((other) => other !== projectId)
            )
          )
        }
      })
    })
  })
)
