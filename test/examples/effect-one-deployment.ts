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

/** Starts the program in a folder with its pages in `web`, and waits until it listens. */
export const startEffectExample = Effect.fnUntraced(function* (
  environment: Readonly<Record<string, string>>,
  folder?: string
) {
  const started = yield* startProcess(command, { NODE_ENV: "production", ...environment }, folder)
  yield* started.line(/Listening on/)
  return started
})
