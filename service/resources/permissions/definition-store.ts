/** Stores the team permissions of projects, and the default permissions of creators and members. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { exists, Flag, rowsOf, run, runUnlessTaken, type Taken } from "../../sql/rows.ts"

const DefinitionRow = wire({
  id: Schema.String,
  description: Schema.NullOr(Schema.String),
  isCreatorDefault: Flag,
  isMemberDefault: Flag
})

export interface Definition extends Readonly<typeof DefinitionRow.Type> {
  /** In the order of UTF-16 code units. */
  readonly containedIds: ReadonlyArray<string>
}

/** The members who get a permission by default: the creator of a team, or users who join it. */
export type DefaultFor = "creator" | "member"

export class DefinitionStore extends Context.Service<
  DefinitionStore,
  {
    /** Lists the definitions by id, in the order of UTF-16 code units: system permissions are first. */
    readonly list: (projectId: string) => Effect.Effect<ReadonlyArray<Definition>>
    readonly exists: (projectId: string, id: string) => Effect.Effect<boolean>
    /** Inserts a permission that contains no others and is no default. */
    readonly insert: (projectId: string, id: string, description: string | null) => Effect.Effect<void, Taken>
    readonly describe: (projectId: string, id: string, description: string) => Effect.Effect<void>
    /** Renames a permission. Grants and containing permissions keep it. */
    readonly rename: (projectId: string, id: string, newId: string) => Effect.Effect<void, Taken>
    /** Replaces the contained permissions, which must exist. */
    readonly setContents: (projectId: string, id: string, containedIds: Iterable<string>) => Effect.Effect<void>
    /** Replaces the default permissions, which must exist. */
    readonly setDefaults: (projectId: string, to: DefaultFor, ids: Iterable<string>) => Effect.Effect<void>
    /** Deletes a permission, its grants and its uses in other permissions. Returns whether it existed. */
    readonly remove: (projectId: string, id: string) => Effect.Effect<boolean>
  }
>()("keystile/service/DefinitionStore") {}

const definitions = rowsOf(DefinitionRow)
const contents = rowsOf(wire({ permissionId: Schema.String, containedId: Schema.String }))

/** Compares by UTF-16 code units, because collations differ between databases. */
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export const layer: Layer.Layer<DefinitionStore, never, SqlClient.SqlClient> = Layer.effect(
  DefinitionStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const setDefault = (to: DefaultFor, value: boolean) =>
      to === "creator" ? sql`is_creator_default = ${value}` : sql`is_member_default = ${value}`

    return DefinitionStore.of({
      list: Effect.fnUntraced(function* (projectId) {
        const rows = yield* definitions.all(sql`
          SELECT id, description, is_creator_default, is_member_default FROM permission_definitions
          WHERE project_id = ${projectId}`)
        const pairs = yield* contents.all(sql`
          SELECT permission_id, contained_id FROM permission_contents WHERE project_id = ${projectId}`)
        const contained = new Map<string, Array<string>>(rows.map(({ id }) => [id, []]))
        for (const { containedId, permissionId } of pairs) contained.get(permissionId)?.push(containedId)
        return rows
          .map((row) => ({ ...row, containedIds: (contained.get(row.id) ?? []).sort(byText) }))
          .sort((a, b) => byText(a.id, b.id))
      }),
      exists: (projectId, id) =>
        exists(sql`SELECT 1 FROM permission_definitions WHERE project_id = ${projectId} AND id = ${id}`),
      insert: (projectId, id, description) =>
        runUnlessTaken(sql`
          INSERT INTO permission_definitions (project_id, id, description, is_creator_default, is_member_default)
          VALUES (${projectId}, ${id}, ${description}, ${false}, ${false})`),
      describe: (projectId, id, description) =>
        run(sql`
          UPDATE permission_definitions SET description = ${description}
          WHERE project_id = ${projectId} AND id = ${id}`),
      rename: (projectId, id, newId) =>
        runUnlessTaken(sql`
          UPDATE permission_definitions SET id = ${newId} WHERE project_id = ${projectId} AND id = ${id}`),
      setContents: Effect.fnUntraced(function* (projectId, id, containedIds) {
        yield* run(sql`DELETE FROM permission_contents WHERE project_id = ${projectId} AND permission_id = ${id}`)
        for (const containedId of new Set(containedIds)) {
          yield* run(sql`
            INSERT INTO permission_contents (project_id, permission_id, contained_id)
            VALUES (${projectId}, ${id}, ${containedId})`)
        }
      }),
      setDefaults: Effect.fnUntraced(function* (projectId, to, ids) {
        yield* run(sql`UPDATE permission_definitions SET ${setDefault(to, false)} WHERE project_id = ${projectId}`)
        for (const id of new Set(ids)) {
          yield* run(sql`
            UPDATE permission_definitions SET ${setDefault(to, true)} WHERE project_id = ${projectId} AND id = ${id}`)
        }
      }),
      remove: (projectId, id) =>
        exists(sql`
          DELETE FROM permission_definitions WHERE project_id = ${projectId} AND id = ${id} RETURNING id`)
    })
  })
)
