/** Compares the migrations that a database records as applied with those of this version. */
import { Schema } from "effect"

/** The table in which applied migrations are recorded: number, name and time. */
export const MIGRATIONS_TABLE = "migrations"

export interface MigrationId {
  readonly number: number
  readonly name: string
}

const readRows = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ migration_id: Schema.Int, name: Schema.String }))
)

/** Decodes the rows of the migrations table. */
export const readMigrations = (rows: unknown): ReadonlyArray<MigrationId> =>
  readRows(rows).map(({ migration_id, name }) => ({ number: migration_id, name }))

const title = ({ name, number }: MigrationId) => `${String(number).padStart(4, "0")}_${name}`

const isSame = (one: MigrationId) => (other: MigrationId) => one.number === other.number && one.name === other.name

/** Returns the known migrations that are not applied yet, in the order of their numbers. Gaps are filled. */
export const pendingMigrations = <M extends MigrationId>(
  known: ReadonlyArray<M>,
  applied: ReadonlyArray<MigrationId>
): ReadonlyArray<M> => known.filter((migration) => !applied.some(isSame(migration)))

/**
 * Returns why a database with these applied migrations cannot be used, and what to do; null when it can.
 *
 * Its tables may differ from what this version expects as soon as one applied migration is unknown here.
 */
export const historyProblem = (
  known: ReadonlyArray<MigrationId>,
  applied: ReadonlyArray<MigrationId>
): string | null => {
  const unknown = applied.filter((migration) => !known.some(isSame(migration)))
  if (unknown.length === 0) return null
  const names = unknown.slice(0, 3).map(title).join(", ") + (unknown.length > 3 ? " and others" : "")
  const newest = Math.max(...known.map(({ number }) => number))
  return unknown.every(({ number }) => number > newest)
    ? `it was made by a newer Keystile: it has the migration ${names}, and this version ends at ${newest}. Update ` +
        "Keystile, or restore a copy from before the update."
    : `its history differs from this version's: it has the migration ${names}, which this version does not have. ` +
        "Start the Keystile that made it, or use another database."
}
