/** The objects among JSON values. */
import type * as Schema from "effect/Schema"

/** A JSON object, as opposed to an array or a scalar. */
export type JsonObject = { readonly [name: string]: Schema.Json }

/** An object whose members are not validated. */
export type UnknownObject = { readonly [name: string]: unknown }

/** Returns whether a value is an object, as opposed to an array or a scalar. `undefined` is an absent member. */
export function isJsonObject(value: Schema.Json | undefined): value is JsonObject
export function isJsonObject(value: unknown): value is UnknownObject
export function isJsonObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
