/** Imports the definitions of permissions. */
import { Effect } from "effect"
import { isSystemPermission } from "../../core/schema/fields/permission-id.ts"
import { DefinitionStore, type PermissionScope } from "../resources/permissions/definition-store.ts"
import type { ImportOutcome, RecordAtLine, ImportProblem } from "./import-outcome.ts"
import { ImportStore } from "./import-store.ts"
import type { TransferPermission } from "./record.ts"

type Scopes = ReadonlyMap<string, PermissionScope>

const scopeOf = ({ scope = "team" }: TransferPermission): PermissionScope => scope

/** Drops permissions that contain undefined ones of their scope, until all that remain contain defined ones. */
const withDefinedContents = (
  batch: ReadonlyArray<RecordAtLine<TransferPermission>>,
  defined: Scopes
): ReadonlyArray<RecordAtLine<TransferPermission>> => {
  const all = new Map([...defined, ...batch.map(({ record }) => [record.id, scopeOf(record)] as const)])
  const kept = batch.filter(({ record }) =>
    record.containedPermissionIds.every((id) => all.get(id) === scopeOf(record))
  )
  return kept.length === batch.length ? kept : withDefinedContents(kept, defined)
}

/** Separates the permissions whose id has the other scope, in the project or earlier in the file. */
const sortOutScopes = (batch: ReadonlyArray<RecordAtLine<TransferPermission>>, defined: Scopes) => {
  const scopes = new Map(defined)
  const distinct: Array<RecordAtLine<TransferPermission>> = []
  const problems: Array<ImportProblem> = []
  for (const entry of batch) {
    const scope = scopeOf(entry.record)
    const other = scopes.get(entry.record.id) ?? scope
    scopes.set(entry.record.id, other)
    if (scope === other) distinct.push(entry)
    else problems.push({ line: entry.line, reason: `The project has a ${other} permission with its id.` })
  }
  return { distinct, problems }
}

type Defaults = Pick<TransferPermission, "scope" | "isCreatorDefault" | "isMemberDefault" | "isUserDefault">

/**
 * Defines the permissions. In a project without users they replace those of the same id, such as the defaults of a new
 * project. In others existing ones stay as they are.
 */
export const importPermissions = Effect.fnUntraced(function* (
  projectId: string,
  batch: ReadonlyArray<RecordAtLine<TransferPermission>>
) {
  const definitions = yield* DefinitionStore
  const before = yield* definitions.list(projectId)
  const known = new Map(before.map(({ id, scope }) => [id, scope]))
  const replaces = !(yield* (yield* ImportStore).hasUsers(projectId))
  const { distinct, problems: ofScope } = sortOutScopes(batch, known)
  const usable = withDefinedContents(distinct, known)
  const lines = new Set(usable.map(({ line }) => line))
  const problems = distinct
    .filter(({ line }) => !lines.has(line))
    .map(({ line }) => ({ line, reason: "It contains a permission that is not defined." }))
  const wanted = new Map(
    usable.filter(({ record }) => replaces || !known.has(record.id)).map(({ record }) => [record.id, record])
  )
  for (const record of wanted.values()) {
    const { description, id } = record
    if (!known.has(id)) {
      const scope = scopeOf(record)
      yield* definitions
        .insert(projectId, { scope, id, description })
        .pipe(Effect.catchTag("UniqueViolation", Effect.die))
    } else if (description !== null) yield* definitions.describe(projectId, id, description)
  }
  // All definitions exist at this point, so that they may contain each other.
  for (const { containedPermissionIds, id } of wanted.values()) {
    if (!isSystemPermission(id)) yield* definitions.setContents(projectId, id, containedPermissionIds)
  }
  const isDefaultOf = {
    creator: (one: Defaults) => one.isCreatorDefault,
    member: (one: Defaults) => one.isMemberDefault,
    user: (one: Defaults) => one.isUserDefault === true
  }
  for (const to of ["creator", "member", "user"] as const) {
    const scope = to === "user" ? "project" : "team"
    const isDefault = (one: Defaults) => (one.scope ?? "team") === scope && isDefaultOf[to](one)
    const kept = before.filter((one) => !wanted.has(one.id) && isDefault(one)).map(({ id }) => id)
    const added = [...wanted.values()].filter(isDefault).map(({ id }) => id)
    yield* definitions.setDefaults(projectId, to, [...kept, ...added])
  }
  const imported = [...wanted.keys()].filter((id) => !known.has(id)).length
  return { imported, existing: usable.length - imported, problems: [...ofScope, ...problems] } satisfies ImportOutcome
})
