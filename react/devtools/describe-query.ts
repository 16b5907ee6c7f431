/** Names cached reads without the inputs that may be personal. */

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const REDACTED = "…"

/** Keeps UUIDs, numbers and booleans; replaces every other text, and the objects around them keep their names. */
const redact = (value: unknown): unknown => {
  if (typeof value === "string") return UUID.test(value) ? value : REDACTED
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, redact(field)]))
}

/** Returns the name of a query with its redacted input, such as `teams.listMembers("…")`, by its key (`keyOf`). */
export const describeQuery = (key: string): string => {
  const [name, ...input]: ReadonlyArray<unknown> = JSON.parse(key)
  const shown = input.map((value) => JSON.stringify(redact(value) ?? null)).join(", ")
  return input.length === 0 ? String(name) : `${String(name)}(${shown})`
}
