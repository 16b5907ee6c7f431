/** Builds the schemas of settings. The text of a problem never contains the given value, which may be a secret. */
import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"

/** A value cannot be used. `problem` continues a sentence such as "KEYSTILE_PORT …". */
export class InvalidValue {
  readonly problem: string
  constructor(problem: string) {
    this.problem = problem
  }
}

/**
 * Decodes a value of a flag or a variable, which is a text, or of the configuration file, which is JSON. A value that
 * could not be read is an `InvalidValue`.
 */
export const field = <A>(target: Schema.Schema<A>, read: (value: unknown) => A | InvalidValue) =>
  Schema.Unknown.pipe(
    Schema.decodeTo(
      Schema.toType(target),
      SchemaTransformation.transformEffect<A, unknown>({
        decode: (value) => {
          const result = value instanceof InvalidValue ? value : read(value)
          return result instanceof InvalidValue
            ? Effect.fail(new SchemaIssue.InvalidValue({ message: result.problem }))
            : Effect.succeed(result)
        },
        encode: Effect.succeed
      })
    )
  )

/** Decodes a text. */
export const textField = <A>(target: Schema.Schema<A>, read: (text: string) => A | InvalidValue) =>
  field(target, (value) => (typeof value === "string" ? read(value.trim()) : new InvalidValue("has to be a text.")))

const readInteger = (value: unknown, minimum: number, maximum: number): number | InvalidValue => {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value
  return typeof number === "number" && Number.isInteger(number) && number >= minimum && number <= maximum
    ? number
    : new InvalidValue(`has to be a whole number from ${minimum} to ${maximum}.`)
}

/** Decodes a whole number. */
export const integerField = (minimum: number, maximum: number) =>
  field(Schema.Int, (value) => readInteger(value, minimum, maximum))

/** Decodes a whole number, or `null`. */
export const optionalIntegerField = (minimum: number, maximum: number) =>
  field(Schema.NullOr(Schema.Int), (value) => (value === null ? null : readInteger(value, minimum, maximum)))

/** Decodes `true` or `false`. */
export const booleanField = field(Schema.Boolean, (value) => {
  if (value === true || value === "true") return true
  if (value === false || value === "false") return false
  return new InvalidValue("has to be true or false.")
})
