/** Schemas of arbitrary JSON. */
import * as Schema from "effect/Schema"

const isJson = (value: unknown): value is Schema.Json => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true
  if (typeof value !== "object") return Number.isFinite(value)
  // `every` skips the holes of an array, which are not JSON.
  if (Array.isArray(value)) return Array.from(value).every(isJson)
  const prototype: unknown = Object.getPrototypeOf(value)
  // A plain object of another realm has a prototype of its own, which has none.
  return (prototype === null || Object.getPrototypeOf(prototype) === null) && Object.values(value).every(isJson)
}

/** A JSON value. */
export const Json: Schema.Codec<Schema.Json> = Schema.declare(
  (value): value is Schema.Json => {
    try {
      return isJson(value)
    } catch {
      // Nested too deeply for the stack, or circular.
      return false
    }
  },
  {
    expected: "JSON value",
    representation: { id: "effect/schema/Json", payload: null },
    toCodecJson: () => undefined
  }
)

/** Metadata: any JSON. `null` clears it. An update replaces the whole value and does not merge. */
export const Metadata = Json
