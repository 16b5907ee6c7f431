/** Runs the commands of a page of the documentation as they are written there. */
import { Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { temporaryFolder } from "../service/temporary-folder.ts"

const bin = fileURLToPath(new URL("../../cli/bin.mjs", import.meta.url))

/** Returns the blocks of commands in a section of a page, in their order. */
export const commandsIn = (page: string, heading: string): ReadonlyArray<string> => {
  const [, section = ""] = new RegExp(`^## ${heading}\\n([^]*?)^## `, "m").exec(page) ?? []
  return [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = ""]) => block)
}

export interface BlockRunner {
  /** Runs a block to its end and returns what it printed. */
  readonly run: (block: string) => Effect.Effect<string>
  /** Starts a block, and returns when its output matches. The processes are killed when the scope closes. */
  readonly start: (block: string, pattern: RegExp) => Effect.Effect<void>
}

/**
 * Opens a terminal in a folder with the programs of the page: `npm` does nothing, and `npx keystile` is the command of
 * this repository. Variables that a block exports stay for the next ones.
 */
export const openTerminal = Effect.fnUntraced(function* (
  folder: string,
  environment: Readonly<Record<string, string>> = {}
) {
  const { path } = yield* temporaryFolder
  const programs = path("programs")
  const variables = path("variables")
  mkdirSync(programs)
  writeFileSync(variables, "")
  for (const [name, script] of [
    ["npm", "exit 0"],
    ["npx", `shift; exec "${process.execPath}" "${bin}" "$@"`]
  ] as const) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(programs, name), 0o755)
  }
  const started: Array<ChildProcess> = []
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const { exitCode, pid } of started) if (exitCode === null && pid !== undefined) process.kill(-pid, "SIGKILL")
    })
  )
  const bash = (block: string) => {
    const child = spawn("bash", ["-ec", `source ${variables}\n${block}\nexport -p > ${variables}`], {
      cwd: folder,
      detached: true,
      env: { PATH: `${programs}${delimiter}${process.env["PATH"]}`, ...environment },
      stdio: ["ignore", "pipe", "pipe"]
    })
    started.push(child)
    return child
  }
  return {
    run: (block) =>
      Effect.callback((resume) => {
        const child = bash(block)
        let output = ""
        for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)))
        child.once("close", (code) =>
          resume(code === 0 ? Effect.succeed(output) : Effect.die(new Error(`${block} ended with ${code}:\n${output}`)))
        )
      }),
    start: (block, pattern) =>
      Effect.callback((resume) => {
        const child = bash(block)
        let output = ""
        child.stdout.on("data", (chunk) => {
          output += String(chunk)
          if (pattern.test(output)) resume(Effect.void)
        })
        child.stderr.on("data", (chunk) => (output += String(chunk)))
        child.once("close", () => resume(Effect.die(new Error(`${block} ended:\n${output}`))))
      })
  } satisfies BlockRunner
})
