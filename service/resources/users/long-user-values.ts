/** Reads the long values of the users of a page (see `sql/long-values.ts`). */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { inTexts } from "../../sql/dialect.ts"
import type { LongRows } from "../../sql/long-values.ts"
import { rowsOf } from "../../sql/rows.ts"
import { longUserColumns, userBytes, userColumns, userJoins } from "./user-columns.ts"

const sizes = rowsOf(wire({ id: Schema.String, bytes: Schema.Number }))

export const longUserValues = (sql: SqlClient.SqlClient): LongRows => {
  const among = (ids: ReadonlyArray<string>) =>
    sql`FROM users ${userJoins(sql)} WHERE ${inTexts(sql, sql`users.id`, ids)}`
  return {
    columns: longUserColumns,
    measure: (ids) =>
      Effect.map(
        sizes.all(sql`SELECT users.id, ${sql.literal(userBytes)} AS bytes ${among(ids)}`),
        (rows) => new Map(rows.map(({ bytes, id }) => [id, bytes]))
      ),
    readWhole: (ids) => Effect.orDie(sql`SELECT ${userColumns(sql)} ${among(ids)}`)
  }
}
