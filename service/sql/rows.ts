/**
 * How stores read: rows become values by a schema. A statement that fails is a fault of the service, so it is a defect;
 * the one failure that requests can cause, a value that is taken, has a name.
 */
import { Data, Effect, Option, Schema, type SchemaAST } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { directDecoder, type Read, refuse } from "../schema/direct.ts"
import { retryOnConflict } from "./retry-on-conflict.ts"
import { withCommitHooks, withNestedCommitHooks } from "./commit-hooks.ts"

/** 0 or 1 in a column. */
export const Flag = Schema.BooleanFromBit

/** JSON as text in a column. */
export const JsonText = Schema.fromJsonString(Schema.Json)

/** Nearly every row has some of them. */
const columns: Iterable<readonly [SchemaAST.AST, Read]> = [
  [Flag.ast, (value) => (value === 0 || value === 1 ? value === 1 : refuse())],
  [JsonText.ast, (value) => (typeof value === "string" ? JSON.parse(value) : refuse())]
]

type Rows = Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

/** Reads the rows of a statement. */
export const rowsOf = <A>(row: Schema.Codec<A, unknown>) => {
  const decode = directDecoder(row, columns)
  return {
    /** The first row, or `null`. */
    first: (statement: Rows): Effect.Effect<A | null> =>
      Effect.orDie(Effect.map(statement, ([first]) => (first === undefined ? null : decode(first)))),
    all: (statement: Rows): Effect.Effect<ReadonlyArray<A>> =>
      Effect.orDie(Effect.map(statement, (rows) => rows.map(decode)))
  }
}

/** Runs a statement for what it does. */
export const run = (statement: Rows): Effect.Effect<void> => Effect.asVoid(Effect.orDie(statement))

/** Whether a statement gives any row. */
export const exists = (statement: Rows): Effect.Effect<boolean> =>
  Effect.orDie(Effect.map(statement, (rows) => rows.length > 0))

/** A unique constraint refused the value. */
export class Taken extends Data.TaggedError("Taken")<{}> {}

/** Runs a statement that may meet a unique constraint, and says whether it gives any row. */
export const existsUnlessTaken = (statement: Rows): Effect.Effect<boolean, Taken> =>
  Effect.map(statement, (rows) => rows.length > 0).pipe(
    Effect.catchReason(
      "SqlError",
      "UniqueViolation",
      () => new Taken(),
      (_, error) => Effect.die(error)
    )
  )

/** Runs a statement that may meet a unique constraint. */
export const runUnlessTaken = (statement: Rows): Effect.Effect<void, Taken> =>
  Effect.asVoid(existsUnlessTaken(statement))

/** All or nothing. What another process has foiled is run again from its start: nothing of it has happened. */
export const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.flatMap(Effect.serviceOption(sql.transactionService), (outer) => {
      const transaction = Option.isSome(outer)
        ? withNestedCommitHooks(effect, sql.withTransaction)
        : withCommitHooks((whole) => retryOnConflict(sql.withTransaction(whole)), effect)
      return transaction.pipe(
        Effect.catchIf(
          (error): error is Extract<E | SqlError.SqlError, SqlError.SqlError> => error instanceof SqlError.SqlError,
          Effect.die
        )
      )
    })
  ) as Effect.Effect<A, E, R | SqlClient.SqlClient>

/** As a part of the transaction that runs, or in one of its own. */
export const withinTransaction = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.flatMap(
      Effect.serviceOption(sql.transactionService),
      (outer): Effect.Effect<A, E, R | SqlClient.SqlClient> => (Option.isSome(outer) ? effect : inTransaction(effect))
    )
  )
