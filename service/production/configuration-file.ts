/** Reads the configuration file: an object of JSON. */
import { Effect, Predicate } from "effect"
import { readJsonFile } from "../process/json-file.ts"

interface ConfigurationFile {
  readonly values: Readonly<Record<string, unknown>>
  readonly problems: ReadonlyArray<string>
}

const unusable = (problem: string): ConfigurationFile => ({ values: {}, problems: [problem] })

/** Reads the file. A file that cannot be used is a problem beside those of other sources. */
export const readConfigurationFile = (path: string): Effect.Effect<ConfigurationFile> =>
  Effect.match(readJsonFile(path), {
    onFailure: ({ problem }) => unusable(`The file ${path} ${problem}`),
    onSuccess: (content) =>
      Predicate.isReadonlyObject(content)
        ? { values: content, problems: [] }
        : unusable(`The file ${path} has to contain an object: { "publicUrl": "https://…", … }`)
  })
