/** Runs `keystile export`. */
import { Console, Effect, Layer } from "effect"
import type { AdministrationRefused } from "../../../service/administration/administration-refused.ts"
import { findProject } from "../../../service/administration/find-project.ts"
import { auditCommand } from "../../../service/audit/audit-command.ts"
import * as DefinitionStore from "../../../service/resources/permissions/definition-store.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import { BeginTransaction } from "../../../service/sql/node-sqlite.ts"
import { exportProject } from "../../../service/transfer/export-project.ts"
import * as ExportStore from "../../../service/transfer/export-store.ts"
import type { Counts } from "../../../service/transfer/record.ts"
import { openDevelopment, openInstallation, type OpenError } from "../../run/open-installation.ts"
import { type FileNotWritten, writePrivateFile } from "../../output/private-file.ts"
import type { ConfigurationFlags } from "../../flags/configuration-flags.ts"
import { printable, printableLines } from "../../output/terminal-text.ts"

export interface ExportInput extends ConfigurationFlags {
  readonly path: string
  readonly project: string
  /** A database of `keystile dev`, in place of that of the configuration. */
  readonly devDatabase: string | undefined
  readonly json: boolean
}

/** Returns why the command failed. */
export const explain = ({ message }: AdministrationRefused | FileNotWritten | OpenError): string =>
  printableLines(message)

/** Prints the number of users on stderr, at most once for this many. */
const PROGRESS_STEP = 10_000

const showProgress = () => {
  let shown = 0
  return ({ user }: Counts) => {
    if (user < shown + PROGRESS_STEP) return Effect.void
    shown = user
    return Console.error(`${user} users`)
  }
}

const writeFile = (path: string, project: string) =>
  writePrivateFile(path, { remedy: "Move it away first." }, (append) => {
    const progress = showProgress()
    return exportProject(project, (lines, soFar) => Effect.andThen(append(lines), progress(soFar)))
  })

/** Exports a project. A service may run meanwhile. */
export const run = Effect.fnUntraced(function* ({ devDatabase, json, path, project, ...flags }: ExportInput) {
  const opened = devDatabase === undefined ? (yield* openInstallation(flags)).opened : openDevelopment(devDatabase)
  const stores = Layer.mergeAll(ExportStore.layer, DefinitionStore.layer, ProjectStore.layer)
  yield* Effect.gen(function* () {
    const { id } = yield* findProject(project)
    // The entry is written first: the export itself only reads.
    yield* auditCommand({ action: "keystile export", projectId: id }, Effect.void)
    const counts = yield* writeFile(path, id)
    const { membership, permission, team, user } = counts
    const written = `${user} users, ${team} teams, ${membership} memberships and ${permission} permissions`
    yield* Console.log(json ? JSON.stringify({ file: path, counts }) : printable(`Wrote ${written} to ${path}`))
  }).pipe(Effect.provide(Layer.provideMerge(stores, opened)), Effect.provideService(BeginTransaction, "BEGIN"))
})
