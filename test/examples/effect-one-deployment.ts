/** Runs `examples/effect-one-deployment` from the sources, as a process of its own. */
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { startProcess } from "../cli/child-process.ts"

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const command = [
  process.execPath,
  "--import",
  fileOf("load-sources.mjs"),
  fileOf("../../examples/effect-one-deployment/src/main.ts")
]

type Environment = Readonly<Record<string, string>>

/** Starts the program in a folder with its pages in `web`. */
export const launchEffectExample = (environment: Environment, folder?: string) =>
  startProcess(command, { NODE_ENV: "production", ...environment }, folder)

/** Starts the program, and waits until it listens. */
export const startEffectExample = (environment: Environment, folder?: string) =>
  Effect.tap(launchEffectExample(environment, folder), ({ line }) => line(/Listening on/))
