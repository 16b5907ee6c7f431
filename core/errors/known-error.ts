/**
 * How a known error is made: one tagged class for each code of the wire.
 *
 * The catalogue itself stands in the files beside this one, a group a file; `known-errors.ts` holds all of them together.
 */
import type * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { snakeCase } from "../schema/names.ts"
import type { variables } from "../environment/variables.ts"
import { wire, type WireFields, wireNames } from "../schema/wire.ts"

/** What every known error has besides its own details. */
export interface KnownErrorFields {
  /** The code on the wire, e.g. `PASSWORD_TOO_SHORT`. */
  readonly code: string
  /** The HTTP status that the service answers with. */
  readonly status: number
}

type Props<Details extends WireFields> = Schema.Struct.Type<Details> & {
  /** The text for people; left out, it is the one of the catalogue. */
  readonly message?: string
}

/** The class of one known error, with the facts of the catalogue as statics. */
export interface KnownErrorClass<Self, Tag extends string, Details extends WireFields> extends AnyKnownError<Self> {
  new (
    ...[props]: {} extends Props<Details> ? [props?: Props<Details>] : [props: Props<Details>]
  ): Cause.YieldableError & KnownErrorFields & { readonly _tag: Tag } & Schema.Struct.Type<Details>
}

/** Any known-error class, known only by what its instances are. */
export interface AnyKnownError<out Self = unknown> {
  /** What its instances are: for types only. */
  readonly Type: Self
  readonly code: string
  readonly status: number
  /** The setting of the program that is to blame, where there is one. */
  readonly setting?: keyof typeof variables | undefined
  /** Schemas of the details, by their names in TypeScript. */
  readonly fields: WireFields
  /** Names of the details in TypeScript and on the wire. */
  readonly detailNames: Readonly<Record<string, string>>
}

interface Declaration<Details extends WireFields> {
  /** The code on the wire. Left out: it is the tag in capitals, `PASSWORD_TOO_SHORT` for `PasswordTooShort`. */
  readonly code?: string
  /** The HTTP status. */
  readonly status: number
  /** The setting of the program that is to blame. */
  readonly setting?: keyof typeof variables
  /** The typed details, by their TypeScript names. Left out: the error has none. */
  readonly details?: Details
  /** Wire names of the details which are not the snake_case of their TypeScript name. */
  readonly detailNames?: { readonly [K in keyof Details]?: string }
  /** The text for people. An error that came over the wire keeps the text of the wire. */
  readonly message: string | ((details: Schema.Struct.Type<Details>) => string)
}

/**
 * Declares a known error.
 *
 * @example
 * class PasswordTooShort extends knownError<PasswordTooShort>()("PasswordTooShort", {
 *   status: 400,
 *   details: { minLength: Schema.Int },
 *   message: ({ minLength }) => `Use at least ${minLength} characters.`
 * }) {}
 */
export const knownError =
  <Self>() =>
  <const Tag extends string, const Details extends WireFields = {}>(
    tag: Tag,
    declaration: Declaration<Details>
  ): KnownErrorClass<Self, Tag, Details> => {
    const { code = snakeCase(tag).slice(1).toUpperCase(), detailNames, message, setting, status } = declaration
    const fields = declaration.details ?? ({} as Details)
    let schema: Schema.Struct<Details> | undefined
    // No schema class: what makes classes of schemas weighs 1 kB in a browser.
    class Known extends (Data.TaggedError(tag)<{}>) {
      static readonly code = code
      static readonly status = status
      static readonly setting = setting
      static readonly fields = fields
      static readonly detailNames = wireNames(
        Object.keys(fields),
        detailNames as Readonly<Record<string, string>> | undefined
      )
      readonly code = code
      readonly status = status
      constructor(props: { readonly message?: string } = {}) {
        schema ??= Schema.Struct(fields)
        const details = schema.make(props as never) as Schema.Struct.Type<Details>
        const text = props.message ?? (typeof message === "string" ? message : message(details))
        super({ ...details, message: text } as never)
      }
    }
    return Known as unknown as KnownErrorClass<Self, Tag, Details>
  }

/** A known error as it stands in an answer: `{ code, error, details? }`. */
export interface KnownErrorBody {
  readonly code: string
  readonly error: string
  readonly details?: unknown
}

/** The codec between an instance of a known error and its body on the wire. */
export type ErrorCodec<Self> = Schema.Codec<Self, KnownErrorBody>

const codecs = new WeakMap<object, ErrorCodec<unknown>>()

/** The codec of one class, built when it is first needed. */
export const errorBody = <Self>(known: AnyKnownError<Self>): ErrorCodec<Self> => {
  let codec = codecs.get(known) as ErrorCodec<Self> | undefined
  if (codec === undefined) {
    codec = makeErrorBody(known)
    codecs.set(known, codec as ErrorCodec<unknown>)
  }
  return codec
}

const makeErrorBody = <Self>(known: AnyKnownError<Self>): ErrorCodec<Self> => {
  const hasDetails = Object.keys(known.fields).length > 0
  const body = Schema.Struct({
    code: Schema.Literal(known.code),
    error: Schema.String,
    ...(hasDetails && { details: wire(known.fields, known.detailNames) })
  })
  const Class = known as unknown as new (props: object) => Self
  return body.pipe(
    Schema.decodeTo(
      Schema.declare(isOneOf([known])),
      SchemaTransformation.transform({
        decode: (read: Record<string, unknown>) =>
          new Class({ ...(read["details"] as object | undefined), message: read["error"] }),
        // The schema of the details takes them out of the error, and nothing else.
        encode: (error: Self) => ({
          code: known.code,
          error: (error as Error).message,
          ...(hasDetails && { details: error })
        })
      }) as never
    )
  ) as unknown as ErrorCodec<Self>
}

/** Any value that a known-error class makes, seen without its details. */
export type KnownErrorInstance = Cause.YieldableError & KnownErrorFields & { readonly _tag: string }

/** A guard for a parent of the catalogue: true for an instance of any of the given classes. */
export const isOneOf =
  <Self>(classes: ReadonlyArray<AnyKnownError<Self>>) =>
  (error: unknown): error is Self =>
    classes.some((known) => error instanceof (known as unknown as abstract new () => object))
