/** The objects among JSON values. */
import type * as Schema from "effect/Schema"

/** A JSON object, as opposed to an array or a scalar. */
export type JsonObject = { readonly [name: string]: Schema.Json }

/** Returns whether a JSON value is an object. `undefined` is an absent member. */
export const isJsonObject = (value: Schema.Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
