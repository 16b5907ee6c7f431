/** The built `create-keystile`, run as a process in a folder of its own. */
import { spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { onTestFinished } from "vitest"

/** Returns an empty folder, which is removed after the test. */
export const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "keystile-create-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the program of a built package without a terminal. */
export const runCreate = (
  packageFolder: string,
  current: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
): Run => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(packageFolder, "bin.mjs"), ...args], {
    cwd: current,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe"]
  })
  return { code: status, stdout, stderr }
}

/** Returns the files of a folder by path, with their contents. */
export const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => statSync(join(folder, path)).isFile())
      .toSorted()
      .map((path) => [path, readFileSync(join(folder, path), "utf8")])
  )

export const writeFiles = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/**
 * Makes a package manager of the given name that records its arguments in the folder where it runs, and ends with the
 * given code. Returns the environment in which the package manager has started a program.
 */
export const packageManagerOf = (name: string, code = 0): Readonly<Record<string, string>> => {
  const folder = emptyFolder()
  const program = join(folder, name)
  writeFileSync(program, `#!/bin/sh\necho "$@ $NODE_ENV" > installed-by-${name}\nexit ${code}\n`)
  chmodSync(program, 0o755)
  return {
    PATH: [folder, process.env["PATH"] ?? ""].join(delimiter),
    npm_config_user_agent: `${name}/9.9.9 npm/? node/v24.0.0 linux x64`
  }
}
