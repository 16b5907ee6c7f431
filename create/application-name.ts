/** The name of an application, which is the name of its folder and of its package. */
import { basename, resolve } from "node:path"
import validatePackageName from "validate-npm-package-name"
import { CreateFailed } from "./create-failed.ts"

export interface ApplicationName {
  /** The absolute path of the application's folder. */
  readonly folder: string
  /** The name in its `package.json`. */
  readonly packageName: string
  /** The name that users read, such as `My App` for `my-app`. */
  readonly title: string
}

/**
 * Returns the problem of a name, or `undefined` for a valid one. A valid name is that of an npm package without a
 * scope, so it is no path, and a folder can have it on every operating system.
 */
export const nameProblem = (name: string): string | undefined => {
  const { errors = [], warnings = [] } = validatePackageName(name)
  const [problem] = [...errors, ...warnings]
  if (problem !== undefined) return problem
  if (name.includes("/")) return "name cannot have a scope or be a path"
  // The names of devices on Windows, and of its own package and the two that it installs.
  if (/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/.test(name)) return `${name} is a reserved name on Windows`
  if (["create-keystile", "effect", "keystile"].includes(name)) return `${name} is the name of a package that it uses`
  return undefined
}

/**
 * Decodes a name. `.` is the current folder, whose own name is used. Throws {@link CreateFailed} if the name is
 * invalid.
 */
export const decodeName = (name: string, current: string): ApplicationName => {
  const isCurrent = name === "." || name === "./"
  const packageName = isCurrent ? basename(resolve(current)) : name
  const problem = nameProblem(packageName)
  if (problem !== undefined)
    throw new CreateFailed(
      `${shorten(JSON.stringify(packageName))} is not a name for an application: ${shorten(problem)}. ` +
        `Use lower-case letters, digits and hyphens, for example "my-app".`
    )
  return {
    folder: isCurrent ? resolve(current) : resolve(current, packageName),
    packageName,
    title: titleOf(packageName) || packageName
  }
}

const titleOf = (name: string) =>
  name
    .split(/[-._~]+/)
    .filter((word) => word !== "")
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(" ")

const MOST_CHARACTERS = 100

const shorten = (text: string) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text)
