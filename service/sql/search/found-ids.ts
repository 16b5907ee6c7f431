/** The ids of the rows that a search finds. */
import { Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { rowsOf } from "../rows.ts"

/** Returns the ids of at most `most` + 1 rows of the project whose texts contain the text. */
export type FindIds = (projectId: string, text: string, most: number) => Effect.Effect<ReadonlyArray<string>>

const owners = rowsOf(wire({ id: Schema.String }))

/** Reads the column `id` of a statement. */
export const idsOf = (statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
  Effect.map(owners.all(statement), (rows) => rows.map(({ id }) => id))
