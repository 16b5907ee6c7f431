/** Converts names of TypeScript to snake_case and kebab-case, and makes records by name. */

const separated = (name: string, separator: string) =>
  name.replace(/[A-Z]/g, (letter) => `${separator}${letter.toLowerCase()}`)

/** Returns the name of a field in requests and responses: `projectId` → `project_id`. */
export const snakeCase = (name: string): string => separated(name, "_")

/** Returns the name of a header or a page: `projectId` → `project-id`. */
export const kebabCase = (name: string): string => separated(name, "-")

/**
 * Returns a record with a value for each name.
 *
 * @example byName(["a", "b"], (name) => name.length) // { a: 1, b: 1 }
 */
export const byName = <Name extends string, Value>(
  names: ReadonlyArray<Name>,
  valueOf: (name: Name) => Value
): Record<Name, Value> =>
  // The type of `Object.fromEntries` forgets the names.
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>
