/** Converts names of TypeScript to snake_case and kebab-case. */

const separated = (name: string, separator: string) =>
  name.replace(/[A-Z]/g, (letter) => `${separator}${letter.toLowerCase()}`)

/** `projectId` → `project_id`: fields on the wire. */
export const snakeCase = (name: string): string => separated(name, "_")

/** `projectId` → `project-id`: headers and pages. */
export const kebabCase = (name: string): string => separated(name, "-")
