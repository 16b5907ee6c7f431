/** Reads the configuration file: an object of JSON. */
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { jsonProblem } from "../schema/json-problem.ts"

export interface ConfigurationFile {
  readonly values: Readonly<Record<string, unknown>>
  readonly problems: ReadonlyArray<string>
}

const unusable = (problem: string): ConfigurationFile => ({ values: {}, problems: [problem] })

/** Reads the file. A file that cannot be used is a problem beside those of other sources. */
export const readConfigurationFile = (path: string): Effect.Effect<ConfigurationFile> =>
  Effect.sync(() => {
    const text = readText(path)
    if (text === null) return unusable(`The file ${path} cannot be read. Check the path and its permissions.`)
    try {
      const content: unknown = JSON.parse(text)
      if (isObject(content)) return { values: content, problems: [] }
    } catch (cause) {
      return unusable(`The file ${path} is not JSON: ${jsonProblem(cause)}`)
    }
    return unusable(`The file ${path} has to contain an object: { "publicUrl": "https://…", … }`)
  })

const isObject = (content: unknown): content is Readonly<Record<string, unknown>> =>
  typeof content === "object" && content !== null && !Array.isArray(content)

const readText = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "")
  } catch {
    return null
  }
}
