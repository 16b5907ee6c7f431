// Completes .env on this machine: the secrets of the sign-in service, and the project that `keystile project create`
// creates in its database. What .env has already is kept. `npm run dev` runs this first. In production these variables
// are set by hand, see README.md.

import { spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const NAME = "Tern"
const FILE = ".env"

// Only the owner of the file can read it.
if (!existsSync(FILE)) writeFileSync(FILE, readFileSync(".env.example"), { mode: 0o600, flag: "wx" })
process.loadEnvFile(FILE)

if (!process.env.KEYSTILE_SECRETS) {
  appendFileSync(FILE, `\nKEYSTILE_SECRETS=${randomBytes(32).toString("base64")}\n`)
  process.loadEnvFile(FILE)
}

if (!process.env.NEXT_PUBLIC_STACK_PROJECT_ID) {
  const keystile = fileURLToPath(new URL("dist/cli/bin.mjs", import.meta.resolve("keystile/package.json")))
  const { origin } = new URL(process.env.KEYSTILE_PUBLIC_URL)
  const { status, stdout } = spawnSync(process.execPath, [keystile, "project", "create", NAME, "--domain", origin], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"]
  })
  // The command has printed why.
  if (status !== 0) process.exit(1)
  const variables = stdout.split("\n").filter((line) => /^\w+=/.test(line))
  appendFileSync(FILE, `\n# The project, and its keys, which are printed once.\n${variables.join("\n")}\n`)
  process.stdout.write(`Created the project ${NAME} in ${process.env.KEYSTILE_DB}. Its variables are in ${FILE}.\n`)
}
