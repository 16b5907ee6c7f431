/** Runs `keystile seed export`. */
import { Console, Effect } from "effect"
import type { SecretsUnusable } from "../../../service/crypto/secrets/installation-secret.ts"
import type { DatabaseUnusable } from "../../../service/sql/database-file.ts"
import { INTERNAL_PROJECT_ID } from "../../../service/sql/records/project-record.ts"
import { exportDatabase, type NoDatabase } from "../../../service/development/seed/export-database.ts"
import type { ExportedSeed, OmittedData, StateTooLarge } from "../../../service/development/seed/export-seed.ts"
import type { SeedInput } from "../../../service/development/seed/seed.ts"
import { DATABASE_VARIABLE, DEFAULT_PORT } from "../dev/dev-defaults.ts"
import { fetchSeed, SeedUnavailable } from "./fetch-seed.ts"
import { type FileNotWritten, writePrivateFile } from "../../output/private-file.ts"
import { printable } from "../../output/terminal-text.ts"

export interface SeedExportInput {
  readonly path: string
  readonly url: string | undefined
  readonly database: string | undefined
  readonly isReplacing: boolean
  readonly json: boolean
}

type Failure = DatabaseUnusable | FileNotWritten | NoDatabase | SecretsUnusable | SeedUnavailable | StateTooLarge

/** Returns why the command failed. */
export const explain = (error: Failure): string =>
  error._tag === "SecretsUnusable"
    ? "The database is one of keystile serve, whose secrets a seed would reveal. `keystile export` exports its users."
    : printable(error.message)

/** Reads the state: `--url` and `--db` precede the environment variable, and that the address by default. */
const readState = ({ database, url }: SeedExportInput): Effect.Effect<ExportedSeed, Failure> => {
  if (database !== undefined && url !== undefined) {
    return new SeedUnavailable({ message: "--url and --db exclude each other. Pass one of them." })
  }
  const known = url === undefined ? (database ?? process.env[DATABASE_VARIABLE]) : undefined
  return known === undefined ? fetchSeed(url ?? `http://localhost:${DEFAULT_PORT}`) : exportDatabase(known)
}

const formatCount = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Counts as the console does: without the internal project. */
const countsOf = (seed: SeedInput) => {
  const projects = seed.projects.filter(({ id }) => id !== INTERNAL_PROJECT_ID)
  const sum = (list: "teams" | "users") => projects.reduce((total, each) => total + (each[list]?.length ?? 0), 0)
  return { projects: projects.length, users: sum("users"), teams: sum("teams") }
}

const printLeftOut = (leftOut: ReadonlyArray<OmittedData>) =>
  leftOut.length === 0
    ? Effect.void
    : Console.error(
        ["A seed cannot say everything. Left out:", ...leftOut.map(({ count, what }) => `  ${count} ${what}`)]
          .map(printable)
          .join("\n")
      )

/** Writes the seed file. */
export const run = Effect.fnUntraced(function* (input: SeedExportInput) {
  const { isReplacing, json, path } = input
  const remedy = "Pass --force to replace it."
  const { leftOut, seed } = yield* writePrivateFile(path, { isReplacing, remedy }, (append) =>
    Effect.tap(readState(input), (state) => append(`${JSON.stringify(state.seed, null, 2)}\n`))
  )
  yield* printLeftOut(leftOut)
  const counts = countsOf(seed)
  const text =
    `Wrote ${formatCount(counts.projects, "project", "projects")}, ${formatCount(counts.users, "user", "users")} and ` +
    `${formatCount(counts.teams, "team", "teams")} to ${path}`
  yield* Console.log(json ? JSON.stringify({ file: path, ...counts, left_out: leftOut }) : printable(text))
})
