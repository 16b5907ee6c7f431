/** Stores the permissions that projects define, for teams and for users, and who gets them by default. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { addMissingSystemPermission } from "./add-missing-system-permission.ts"
import { exists, Flag, rowsOf, run, runUnlessTaken, type UniqueViolation } from "../../sql/rows.ts"

/** A team permission is granted to a member in a team, a project permission to a user. */
const PermissionScope = Schema.Literals(["team", "project"])
export type PermissionScope = typeof PermissionScope.Type

const DefinitionRow = wire({
  scope: PermissionScope,
  id: Schema.String,
  description: Schema.NullOr(Schema.String),
  isCreatorDefault: Flag,
  isMemberDefault: Flag,
  isUserDefault: Flag
})

export interface Definition extends Readonly<typeof DefinitionRow.Type> {
  /** In the order of UTF-16 code units. */
  readonly containedIds: ReadonlyArray<string>
}

/** Returns the ids of the permissions in a scope. */
export const idsInScope = (definitions: ReadonlyArray<Definition>, scope: PermissionScope): ReadonlySet<string> =>
  new Set(definitions.filter((definition) => definition.scope === scope).map(({ id }) => id))

/** The members who get a team permission by default: the creator of a team, or users who join it. */
export type TeamDefaultFor = "creator" | "member"

/** The users who get a permission by default. A new user gets project permissions. */
type DefaultFor = TeamDefaultFor | "user"

export class DefinitionStore extends Context.Service<
  DefinitionStore,
  {
    /** Lists the definitions of both scopes by id, in the order of UTF-16 code units: system permissions are first. */
    readonly list: (projectId: string) => Effect.Effect<ReadonlyArray<Definition>>
    /** Returns the scope of a permission; `null` if it is not defined. */
    readonly scopeOf: (projectId: string, id: string) => Effect.Effect<PermissionScope | null>
    /** Inserts a permission that contains no others and is no default. Both scopes share one name space. */
    readonly insert: (
      projectId: string,
      permission: { readonly scope: PermissionScope; readonly id: string; readonly description: string | null }
    ) => Effect.Effect<void, UniqueViolation>
    readonly describe: (projectId: string, id: string, description: string | null) => Effect.Effect<void>
    /** Renames a permission. Grants and containing permissions keep it. */
    readonly rename: (projectId: string, id: string, newId: string) => Effect.Effect<void, UniqueViolation>
    /** Replaces the contained permissions, which must exist and have the same scope. */
    readonly setContents: (projectId: string, id: string, containedIds: Iterable<string>) => Effect.Effect<void>
    /** Replaces the default permissions, which must exist and have the scope of the receiver. */
    readonly setDefaults: (projectId: string, to: DefaultFor, ids: Iterable<string>) => Effect.Effect<void>
    /** Deletes a permission, its grants and its uses in other permissions. Returns whether the scope had it. */
    readonly remove: (projectId: string, scope: PermissionScope, id: string) => Effect.Effect<boolean>
  }
>()("keystile/service/DefinitionStore") {}

const definitions = rowsOf(DefinitionRow)
const scopes = rowsOf(wire({ scope: PermissionScope }))
const contents = rowsOf(wire({ permissionId: Schema.String, containedId: Schema.String }))

/** Compares by UTF-16 code units, because collations differ between databases. */
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export const layer: Layer.Layer<DefinitionStore, never, SqlClient.SqlClient> = Layer.effect(
  DefinitionStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const setDefault = (to: DefaultFor, value: boolean) => sql`${sql(`is_${to}_default`)} = ${value}`

    return DefinitionStore.of({
      list: Effect.fnUntraced(
        function* (projectId) {
          yield* addMissingSystemPermission(projectId)
          const rows = yield* definitions.all(sql`
          SELECT scope, id, description, is_creator_default, is_member_default, is_user_default
          FROM permission_definitions WHERE project_id = ${projectId}`)
          const pairs = yield* contents.all(sql`
          SELECT permission_id, contained_id FROM permission_contents WHERE project_id = ${projectId}`)
          const contained = new Map<string, Array<string>>(rows.map(({ id }) => [id, []]))
          for (const { containedId, permissionId } of pairs) contained.get(permissionId)?.push(containedId)
          return rows
            .map((row) => ({ ...row, containedIds: (contained.get(row.id) ?? []).sort(byText) }))
            .sort((a, b) => byText(a.id, b.id))
        },
        Effect.provideService(SqlClient.SqlClient, sql)
      ),
      scopeOf: (projectId, id) =>
        Effect.map(
          scopes.first(sql`SELECT scope FROM permission_definitions WHERE project_id = ${projectId} AND id = ${id}`),
          (row) => row?.scope ?? null
        ),
      insert: (projectId, { description, id, scope }) =>
        runUnlessTaken(sql`
          INSERT INTO permission_definitions (
            project_id, scope, id, description, is_creator_default, is_member_default, is_user_default
          )
          VALUES (${projectId}, ${scope}, ${id}, ${description}, ${false}, ${false}, ${false})`),
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
      remove: (projectId, scope, id) =>
        exists(sql`
          DELETE FROM permission_definitions
          WHERE project_id = ${projectId} AND scope = ${scope} AND id = ${id} RETURNING id`)
    })
  })
)
