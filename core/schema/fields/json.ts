/** Any JSON. */
import * as Schema from "effect/Schema"

const isJson = (value: unknown): value is Schema.Json => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true
  if (typeof value !== "object") return Number.isFinite(value)
  // `every` alone would leave out the holes of an array, which are no JSON.
  if (Array.isArray(value)) return Array.from(value).every(isJson)
  const prototype: unknown = Object.getPrototypeOf(value)
  // A plain object of another realm has a prototype of its own, which has none.
  return (prototype === null || Object.getPrototypeOf(prototype) === null) && Object.values(value).every(isJson)
}

/** What JSON can hold. */
export const Json: Schema.Codec<Schema.Json> = Schema.declare(
  (value): value is Schema.Json => {
    try {
      return isJson(value)
    } catch {
      // Nested more deeply than the stack, or in itself.
      return false
    }
  },
  {
    expected: "JSON value",
    representation: { id: "effect/schema/Json", payload: null },
    toCodecJson: () => undefined
  }
)

/** Metadata: any JSON. `null` clears it; it is replaced as a whole, never merged. */
export const Metadata = Json
