/**
 * Declares known errors: one tagged class for each error code of the protocol.
 *
 * The files of this folder declare the errors by subject. `known-errors.ts` lists all of them.
 */
import type * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { snakeCase } from "../schema/names.ts"
import type { variables } from "../environment/variables.ts"
import { type Inspect, inspectError, inspectKey } from "./inspect-error.ts"
import { wire, type WireFields, wireNames } from "../schema/wire.ts"

/** The fields of every known error besides its details. */
export interface KnownErrorFields {
  /** The code on the wire, e.g. `PASSWORD_TOO_SHORT`. */
  readonly code: string
  /** The HTTP status of the response. */
  readonly status: number
}

type Props<Details extends WireFields> = Schema.Struct.Type<Details> & {
  /** Default: the message of the declaration. */
  readonly message?: string
}

/** The facts that all instances of a known error have in common. They are static properties of its class. */
export interface KnownErrorFacts {
  /** The code of the error, such as `USER_NOT_FOUND`. */
  readonly code: string
  /** The HTTP status of the response. */
  readonly status: number
  /** The option that usually causes the error. */
  readonly setting?: keyof typeof variables | undefined
  /** Schemas of the details, by their names in TypeScript. */
  readonly fields: WireFields
  /** The wire name of each detail. */
  readonly detailNames: Readonly<Record<string, string>>
}

/** The class of one known error. Its statics describe it. */
export interface KnownErrorClass<Tag extends string, Details extends WireFields> extends KnownErrorFacts {
  new (
    ...[props]: {} extends Props<Details> ? [props?: Props<Details>] : [props: Props<Details>]
  ): Cause.YieldableError & KnownErrorFields & { readonly _tag: Tag } & Schema.Struct.Type<Details>
}

/** The class of any known error with instances of the type `Self`. Each class has its own details. */
export interface AnyKnownError<out Self = unknown> extends KnownErrorFacts {
  new (props: never): Self
}

interface Declaration<Details extends WireFields> {
  /** The code on the wire. Default: the tag in capitals, `PASSWORD_TOO_SHORT` for `PasswordTooShort`. */
  readonly code?: string
  /** The HTTP status. */
  readonly status: number
  /** The option that usually causes the error. */
  readonly setting?: keyof typeof variables
  /** Schemas of the details, by their TypeScript names. Default: no details. */
  readonly details?: Details
  /** Wire names of details that are not the snake_case of their TypeScript names. */
  readonly detailNames?: { readonly [K in keyof Details]?: string }
  /** The message. An error that was received over the wire has the message of the wire. */
  readonly message: string | ((details: Schema.Struct.Type<Details>) => string)
}

/**
 * Declares a known error.
 *
 * @example
 * class PasswordTooShort extends knownError("PasswordTooShort", {
 *   status: 400,
 *   details: { minLength: Schema.Int },
 *   message: ({ minLength }) => `Use at least ${minLength} characters.`
 * }) {}
 */
export const knownError = <const Tag extends string, const Details extends WireFields = {}>(
  tag: Tag,
  declaration: Declaration<Details>
): KnownErrorClass<Tag, Details> => {
  const { code = snakeCase(tag).slice(1).toUpperCase(), detailNames, message, setting, status } = declaration
  // Without declared details `Details` is `{}`.
  const fields = declaration.details ?? ({} as Details)
  let schema: Schema.Struct<Details> | undefined
  // Not `Schema.TaggedErrorClass`: the schema of the details is built with the first instance.
  class Known extends (Data.TaggedError(tag)<{}>) {
    static readonly code = code
    static readonly status = status
    static readonly setting = setting
    static readonly fields = fields
    static readonly detailNames = wireNames(Object.keys(fields), detailNames)
    readonly code = code
    readonly status = status
    constructor(props: { readonly message?: string } = {}) {
      schema ??= Schema.Struct(fields)
      // `KnownErrorClass` declares the details among the props, and `make` checks them.
      const details = schema.make(props as never) as Schema.Struct.Type<Details>
      const text = props.message ?? (typeof message === "string" ? message : message(details))
      super({ ...details, message: text } as never)
    }

    [inspectKey](_depth: number, options: object, inspect: Inspect): string {
      return inspectError(this, options, inspect)
    }
  }
  // TypeScript cannot see that the instances have the fields that `make` returns.
  return Known as unknown as KnownErrorClass<Tag, Details>
}

/** The body of a response with a known error. */
export interface KnownErrorBody {
  /** The code of the error, such as `USER_NOT_FOUND`. */
  readonly code: string
  /** The message in English. */
  readonly error: string
  /** The fields of the error. */
  readonly details?: unknown
}

/** The codec between an instance of a known error and its body on the wire. */
export type ErrorCodec<Self> = Schema.Codec<Self, KnownErrorBody>

const codecs = new WeakMap<object, ErrorCodec<unknown>>()

/** Returns the codec of one class, which is built on first use. */
export const errorBody = <Self>(known: AnyKnownError<Self>): ErrorCodec<Self> => {
  // The codec of a class was made for its instances.
  let codec = codecs.get(known) as ErrorCodec<Self> | undefined
  if (codec === undefined) {
    codec = makeErrorBody(known)
    codecs.set(known, codec as ErrorCodec<unknown>)
  }
  return codec
}

// The types of the fields are lost in the list of classes. Each body is decoded by the fields of its own class.
const makeErrorBody = <Self>(known: AnyKnownError<Self>): ErrorCodec<Self> => {
  const hasDetails = Object.keys(known.fields).length > 0
  const details = wire(known.fields, known.detailNames)
  // A service that sends none of them leaves out `details`.
  const areOptional = Object.values(known.fields).every(({ ast }) => SchemaAST.isOptional(ast))
  const body = Schema.Struct({
    code: Schema.Literal(known.code),
    error: Schema.String,
    ...(hasDetails && { details: areOptional ? Schema.optionalKey(details) : details })
  })
  return body.pipe(
    Schema.decodeTo(
      // By this annotation of Effect, a union encodes with the class of the code. Otherwise it tries each of its
      // members.
      Schema.declare(isOneOf([known]), { "~sentinels": [{ key: "code", literal: known.code }] }),
      SchemaTransformation.transform({
        decode: (read: Record<string, unknown>) =>
          new known({ ...(read["details"] as object | undefined), message: read["error"] } as never),
        // Every instance is an `Error`. The schema of the details encodes only its details.
        encode: (error: Self) => ({
          code: known.code,
          error: (error as Error).message,
          ...(hasDetails && { details: error })
        })
      }) as never
    )
  ) as unknown as ErrorCodec<Self>
}

/** An instance of any known error, without its details. */
export type KnownErrorInstance = Cause.YieldableError & KnownErrorFields & { readonly _tag: string }

/** Returns a guard that is true for an instance of any of the given classes. */
export const isOneOf =
  <Self>(classes: ReadonlyArray<AnyKnownError<Self>>) =>
  (error: unknown): error is Self =>
    classes.some((known) => error instanceof known)
