// @ts-check
// Writes the report of the public API, and fails if an export has no doc comment.
//
//   npm run api

import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { checkApi, reportFile } from "./report.mjs"

const root = join(import.meta.dirname, "../..")
const types = join(root, ".cache", "api", "types")

const tsc = join(root, "node_modules", "@typescript", "native", "bin", "tsc")
const options = ["-p", "tsconfig.build.json", "--emitDeclarationOnly", "--noCheck", "--skipLibCheck", "--outDir", types]
const { status } = spawnSync(process.execPath, [tsc, ...options], { cwd: root, stdio: "inherit" })
if (status !== 0) process.exit(1)

const { faults, isChanged, undocumented } = checkApi(types, { write: true })
for (const fault of faults) process.stderr.write(`${fault}\n`)
for (const name of undocumented) process.stderr.write(`${name} has no doc comment\n`)
process.stdout.write(`${reportFile} ${isChanged ? "is written" : "is up to date"}\n`)
process.exitCode = faults.length + undocumented.length === 0 ? 0 : 1
