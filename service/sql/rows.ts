/**
 * Runs the statements of stores and decodes their rows by a schema. A failed statement is a defect, except for a
 * violated unique constraint, which requests can cause.
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

/** Fast decoders for columns that most rows have. */
const columns: Iterable<readonly [SchemaAST.AST, Read]> = [
  [Flag.ast, (value) => (value === 0 || value === 1 ? value === 1 : refuse())],
  [JsonText.ast, (value) => (typeof value === "string" ? JSON.parse(value) : refuse())]
]

type Rows = Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

/** Returns decoders for the rows of a statement. */
export const rowsOf = <A>(row: Schema.Codec<A, unknown>) => {
  const decode = directDecoder(row, columns)
  return {
    /** Decodes a row, or throws. */
    decode,
    /** Returns the first row, or `null`. */
    first: (statement: Rows): Effect.Effect<A | null> =>
      Effect.orDie(Effect.map(statement, ([first]) => (first === undefined ? null : decode(first)))),
    all: (statement: Rows): Effect.Effect<ReadonlyArray<A>> =>
      Effect.orDie(Effect.map(statement, (rows) => rows.map(decode)))
  }
}

/** Runs a statement and ignores its rows. */
export const run = (statement: Rows): Effect.Effect<void> => Effect.asVoid(Effect.orDie(statement))

/** Returns whether a statement returns a row. */
export const exists = (statement: Rows): Effect.Effect<boolean> =>
  Effect.orDie(Effect.map(statement, (rows) => rows.length > 0))

/** The value violates a unique constraint. */
export class UniqueViolation extends Data.TaggedError("UniqueViolation")<{}> {}

/** Returns whether a statement that may violate a unique constraint returns a row. */
export const existsUnlessTaken = (statement: Rows): Effect.Effect<boolean, UniqueViolation> =>
  Effect.map(statement, (rows) => rows.length > 0).pipe(
    Effect.catchReason(
      "SqlError",
      "UniqueViolation",
      () => new UniqueViolation(),
      (_, error) => Effect.die(error)
    )
  )

/** Runs a statement that may violate a unique constraint. */
export const runUnlessTaken = (statement: Rows): Effect.Effect<void, UniqueViolation> =>
  Effect.asVoid(existsUnlessTaken(statement))

/**
 * Runs an effect in a transaction, with a savepoint if one runs already. After a conflict the transaction runs again.
 */
export const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | SqlClient.SqlClient> =>
  // Every `SqlError` becomes a defect. TypeScript cannot exclude it from any `E`.
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

/** Runs an effect in the current transaction, or in a new one. */
export const withinTransaction = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.flatMap(
      Effect.serviceOption(sql.transactionService),
      (outer): Effect.Effect<A, E, R | SqlClient.SqlClient> => (Option.isSome(outer) ? effect : inTransaction(effect))
    )
  )
