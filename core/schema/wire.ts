/**
 * Converts field names between the wire format (snake_case) and TypeScript (camelCase).
 */
import * as Schema from "effect/Schema"
import { snakeCase } from "./names.ts"

/** Any field that needs no services to decode or encode. */
export type WireField = Schema.ConstraintCodec<unknown, unknown>

/** Fields of a wire object, by their TypeScript names. */
export type WireFields = Readonly<Record<string, WireField>>

/**
 * The wire name of each field: snake_case, unless `exceptions` names it.
 *
 * @example wireNames(["signedUpAt", "displayName"], { signedUpAt: "signed_up_at_millis" })
 *          // { signedUpAt: "signed_up_at_millis", displayName: "display_name" }
 */
export const wireNames = (
  fields: ReadonlyArray<string>,
  exceptions: Readonly<Record<string, string | undefined>> = {}
): Record<string, string> => Object.fromEntries(fields.map((name) => [name, exceptions[name] ?? snakeCase(name)]))

/** A struct of these fields with any encoded form. */
export type Wire<Fields extends WireFields> = Schema.Codec<Schema.Struct.Type<Fields>, unknown>

// A struct without fields accepts every value except null. A field of the type `Never` makes it an object.
const noFields = { "": Schema.optionalKey(Schema.Never) }

/**
 * A struct that reads and writes snake_case. `exceptions` holds the wire names that do not follow the rule, above all
 * the times (`signedUpAt` is `signed_up_at_millis`).
 *
 * Suspended: a program imports hundreds of them and reads with few, and the first use builds the struct. Built at once,
 * those of the service are a tenth of its start.
 */
export const wire = <const Fields extends WireFields>(
  fields: Fields,
  exceptions: { readonly [K in keyof Fields]?: string } = {}
): Wire<Fields> =>
  // `noFields` decodes to an object without fields, as the type says. `Wire` hides the encoded form.
  Schema.suspend(() =>
    Schema.Struct((Object.keys(fields).length === 0 ? noFields : fields) as Fields).pipe(
      Schema.encodeKeys(wireNames(Object.keys(fields), exceptions))
    )
  ) as Wire<Fields>

/**
 * A struct of `wire`, or `null`. Tries `null` first: Effect tries a suspended schema with every value, and a failed
 * attempt takes 2 µs. The user has two such fields, which are mostly `null`.
 */
export const nullable = <S extends Schema.Constraint>(struct: S): Schema.Union<readonly [Schema.Null, S]> =>
  Schema.Union([Schema.Null, struct])
