/** Converts names of TypeScript to snake_case and kebab-case. */

const separateWords = (name: string, separator: string) =>
  name.replace(/[A-Z]/g, (letter) => `${separator}${letter.toLowerCase()}`)

/** Returns the name of a field in requests and responses: `projectId` → `project_id`. */
export const snakeCase = (name: string): string => separateWords(name, "_")

/** Returns the name of a header or a page: `projectId` → `project-id`. */
export const kebabCase = (name: string): string => separateWords(name, "-")
