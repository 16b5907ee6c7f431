/**
 * How a known error is made: one tagged, schema-backed class for each code of the wire.
 *
 * The catalogue itself stands in the files beside this one, a group a file; `known-errors.ts` holds all of them together.
 */
import type * as Cause from "effect/Cause"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { type WireFields, wireNames } from "../schema/wire.ts"

/** What every known error has besides its own details. */
export interface KnownErrorFields {
  /** The code on the wire, e.g. `PASSWORD_TOO_SHORT`. */
  readonly code: string
  /** The HTTP status that the service answers with. */
  readonly status: number
}

type Message = Schema.withConstructorDefault<Schema.String>

/** The class of one known error: a schema of its instances, with the facts of the catalogue as statics. */
export interface KnownErrorClass<Self, Tag extends string, Details extends WireFields> extends
  Schema.Class<
    Self,
    Schema.TaggedStruct<Tag, Details & { readonly message: Message }>,
    Cause.YieldableError & KnownErrorFields
  >
{
  readonly code: string
  readonly status: number
  /** Names of the detail fields in TypeScript and on the wire. */
  readonly detailNames: Readonly<Record<string, string>>
}

/** Any known-error class, known only by what its instances are. */
export interface AnyKnownError<out Self = unknown> {
  readonly Type: Self
  readonly code: string
  readonly status: number
  readonly detailNames: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, unknown>>
}

interface Declaration<Details extends WireFields> {
  /** The code on the wire. */
  readonly code: string
  /** The HTTP status. */
  readonly status: number
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
 *   code: "PASSWORD_TOO_SHORT",
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
    const { code, status, message } = declaration
    const text = typeof message === "string" ? () => message : message
    const Base = Schema.TaggedError<never>(`keystile/${tag}`)(tag, {
      ...declaration.details,
      message: Schema.String
    }) as unknown as new(props: object, options?: object) => object
    class Known extends Base {
      static readonly code = code
      static readonly status = status
      static readonly detailNames = wireNames(
        Object.keys(declaration.details ?? {}),
        declaration.detailNames as Readonly<Record<string, string>> | undefined
      )
      readonly code = code
      readonly status = status
      // `options` must go through: decoding rides on it.
      constructor(props: { readonly message?: string } = {}, options?: object) {
        super(
          props.message === undefined ? { ...props, message: text(props as Schema.Struct.Type<Details>) } : props,
          options
        )
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
  const { _tag: _, message: __, ...details } = known.fields as Record<string, Schema.Struct.Fields[string]>
  const hasDetails = Object.keys(details).length > 0
  const body = Schema.Struct({
    code: Schema.Literal(known.code),
    error: Schema.String,
    ...(hasDetails && { details: Schema.Struct(details).pipe(Schema.encodeKeys(known.detailNames)) })
  })
  const Class = known as unknown as Schema.Schema<Self> & (new(props: object) => Self)
  return body.pipe(
    Schema.decodeTo(
      Schema.toType(Class),
      SchemaTransformation.transform({
        decode: (read: Record<string, unknown>) =>
          new Class({ ...(read["details"] as object | undefined), message: read["error"] }),
        encode: (error: Self) => {
          const { message, ...fields } = error as Record<string, unknown>
          return {
            code: known.code,
            error: (error as { readonly message?: unknown }).message ?? message,
            ...(hasDetails && { details: Object.fromEntries(Object.keys(details).map((name) => [name, fields[name]])) })
          }
        }
      }) as never
    )
  ) as unknown as ErrorCodec<Self>
}

/** Any value that a known-error class makes, seen without its details. */
export type KnownErrorInstance = Cause.YieldableError & KnownErrorFields & { readonly _tag: string }

/** A guard for a parent of the catalogue: true for an instance of any of the given classes. */
export const isOneOf = <Self>(classes: ReadonlyArray<AnyKnownError<Self>>) => (error: unknown): error is Self =>
  classes.some((known) => error instanceof (known as unknown as abstract new() => object))
