/** Runs `keystile import`. */
import { Console, Data, Effect, Layer } from "effect"
import { statSync } from "node:fs"
import type { AdministrationRefused } from "../../../service/administration/administration-refused.ts"
import { findProject } from "../../../service/administration/find-project.ts"
import { auditCommand } from "../../../service/audit/audit-command.ts"
import * as DefinitionStore from "../../../service/resources/permissions/definition-store.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import { FileUnreadable, importRecords, type ImportSummary } from "../../../service/transfer/import-records.ts"
import * as ImportStore from "../../../service/transfer/import-store.ts"
import { recordTypes } from "../../../service/transfer/record.ts"
import type { SourceName } from "../../../service/transfer/source-name.ts"
import { readSource, type SourceRefused } from "../../../service/transfer/sources/source.ts"
import { openDevelopment, openInstallation, type OpenError } from "../../run/open-installation.ts"
import type { ConfigurationFlags } from "../../flags/configuration-flags.ts"
import { printable, printableLines } from "../../output/terminal-text.ts"

export interface ImportInput extends ConfigurationFlags {
  readonly path: string
  readonly project: string
  readonly from: SourceName
  /** A database of `keystile dev`, in place of that of the configuration. */
  readonly devDatabase: string | undefined
  /** The file with the password hash parameters of a Firebase project. */
  readonly hashConfig: string | undefined
  readonly json: boolean
}

/** Some lines were not imported. They were printed with their reasons. */
class ImportIncomplete extends Data.TaggedError("ImportIncomplete")<{ readonly refused: number }> {
  override get message(): string {
    const lines = this.refused === 1 ? "1 problem was" : `${this.refused} problems were`
    return `${lines} reported above. Correct the file and run the command again: what is imported stays as it is.`
  }
}

/** Returns why the command failed. */
export const explain = ({
  message
}: AdministrationRefused | FileUnreadable | ImportIncomplete | OpenError | SourceRefused): string =>
  printableLines(message)

const requireFile = (path: string) =>
  Effect.suspend(() => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isFile()) return Effect.void
    return new FileUnreadable({ problem: `${path} ${found === undefined ? "does not exist" : "is not a file"}.` })
  })

/** Prints the number of records on stderr, at most once for this many. */
const PROGRESS_STEP = 10_000

const sumOf = ({ existing, imported }: ImportSummary) =>
  recordTypes.reduce((sum, type) => sum + existing[type] + imported[type], 0)

const showProgress = () => {
  let shown = 0
  return (summary: ImportSummary) => {
    const sum = sumOf(summary)
    if (sum < shown + PROGRESS_STEP) return Effect.void
    shown = sum
    return Console.error(`${sum} records`)
  }
}

const describe = ({ existing, imported, refused }: ImportSummary): string => {
  const { membership, permission, team, user } = imported
  const existed = recordTypes.reduce((sum, type) => sum + existing[type], 0)
  return [
    `Imported ${user} users, ${team} teams, ${membership} memberships and ${permission} permissions.`,
    ...(existed === 0 ? [] : [`${existed} existed already and stay as they are.`]),
    ...(refused === 0 ? [] : [`${refused === 1 ? "1 problem" : `${refused} problems`}.`])
  ].join(" ")
}

/** Imports a file. A service may run meanwhile. */
export const run = Effect.fnUntraced(function* ({
  devDatabase,
  from,
  hashConfig,
  json,
  path,
  project,
  ...flags
}: ImportInput) {
  yield* requireFile(path)
  const opened = devDatabase === undefined ? (yield* openInstallation(flags)).opened : openDevelopment(devDatabase)
  const stores = Layer.mergeAll(ImportStore.layer, DefinitionStore.layer, ProjectStore.layer)
  yield* Effect.gen(function* () {
    const { id } = yield* findProject(project)
    const items = yield* readSource({ name: from, path, projectId: id, hashConfig })
    const summary = yield* auditCommand(
      { action: "keystile import", projectId: id },
      importRecords(id, items, {
        onRefused: (line, reason) => Console.error(printable(`line ${line}: ${reason}`)),
        onProgress: showProgress()
      })
    )
    yield* Console.log(json ? JSON.stringify(summary) : describe(summary))
    if (summary.refused > 0) return yield* new ImportIncomplete({ refused: summary.refused })
  }).pipe(Effect.provide(Layer.provideMerge(stores, opened)))
})
