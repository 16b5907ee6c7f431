/** Runs the commands of `keystile audit`. */
import { Console, Data, Effect, Schema, Stream } from "effect"
import { AuditEntry } from "../../../core/schema/audit-entry.ts"
import { type AuditFilter, AuditLog, cursorOf, type StoredAuditEntry } from "../../../service/audit/audit-log.ts"
import { encodedObject } from "../../output/encoded-object.ts"
import { type FileNotWritten, writePrivateFile } from "../../output/private-file.ts"
import { openInstallation, type OpenError } from "../../run/open-installation.ts"
import type { ConfigurationFlags } from "../../flags/configuration-flags.ts"
import { printable, printableLines } from "../../output/terminal-text.ts"
import { timeOf, type TimeUnreadable } from "../../flags/time-of.ts"

/** Selects entries of all projects. Times are as the operator wrote them. */
export interface AuditSelection {
  readonly project: string | undefined
  readonly user: string | undefined
  readonly actor: string | undefined
  readonly since: string | undefined
  readonly until: string | undefined
}

export interface AuditInput extends ConfigurationFlags {
  readonly selection: AuditSelection
  readonly task:
    | { readonly type: "list"; readonly limit: number; readonly json: boolean }
    /** `null` prints the entries. */
    | { readonly type: "export"; readonly file: string | null }
}

/** The entries cannot be written. */
class EntriesNotWritten extends Data.TaggedError("EntriesNotWritten")<{ readonly message: string }> {}

/** Returns why the command failed. */
export const explain = ({ message }: EntriesNotWritten | FileNotWritten | TimeUnreadable | OpenError): string =>
  printableLines(message)

/** The entries that are read at once. */
const PAGE = 1000

const filterOf = Effect.fnUntraced(function* ({ actor, project, since, until, user }: AuditSelection) {
  return {
    projectId: project ?? null,
    userId: user?.toLowerCase() ?? null,
    teamId: null,
    action: null,
    actorId: actor ?? null,
    since: yield* timeOf("since", since),
    until: yield* timeOf("until", until)
  } satisfies Partial<AuditFilter>
})

const encode = Schema.encodeEffect(AuditEntry)

/** Returns an entry as one line of JSON. */
const jsonOf = ({ position: _, projectId, ...entry }: StoredAuditEntry) =>
  Effect.map(Effect.orDie(encode(entry)), (encoded) =>
    JSON.stringify({ project_id: projectId, ...encodedObject(encoded) })
  )

const lineOf = ({ action, actor, address, at, code, outcome, projectId, targets }: StoredAuditEntry): string => {
  const actorText = actor.id === null ? actor.type : `${actor.type} ${actor.id}`
  const targetTexts = Object.entries(targets).map(([kind, id]) => `${kind}=${id}`)
  const columns = [
    at.toISOString(),
    action,
    outcome === "succeeded" ? outcome : `refused${code === null ? "" : ` ${code}`}`,
    `by ${actorText}`,
    ...(address === null ? [] : [`from ${address}`]),
    ...(projectId === null ? [] : [`project ${projectId}`]),
    ...targetTexts
  ]
  return printable(columns.join("  "))
}

/** All entries of a selection, the newest first. Entries that are added meanwhile are left out. */
const allEntries = (log: AuditLog["Service"], filter: Omit<AuditFilter, "cursor" | "limit">) =>
  Stream.unfold<string | null | undefined, ReadonlyArray<StoredAuditEntry>, never, never>(null, (cursor) =>
    cursor === undefined
      ? Effect.undefined
      : Effect.map(log.list({ ...filter, cursor, limit: PAGE }), (page) => {
          const last = page.at(-1)
          return [page, last === undefined || page.length < PAGE ? undefined : cursorOf(last)] as const
        })
  )

/** Writes to stdout and waits while its buffer is full. */
const print = (text: string) =>
  Effect.tryPromise({
    try: () =>
      new Promise<void>((resolve, reject) => {
        process.stdout.write(text, (problem) => (problem ? reject(problem) : resolve()))
      }),
    catch: (cause) =>
      new EntriesNotWritten({
        message: `The entries cannot be written: ${cause instanceof Error ? cause.message : "unknown"}`
      })
  })

/** Appends a line of JSON for each entry. Returns the number of entries. */
const exportTo = Effect.fnUntraced(function* <E>(
  append: (text: string) => Effect.Effect<void, E>,
  entries: ReturnType<typeof allEntries>
) {
  let count = 0
  yield* Stream.runForEach(entries, (page) =>
    Effect.gen(function* () {
      const lines = yield* Effect.forEach(page, jsonOf)
      count += lines.length
      yield* append(lines.map((line) => `${line}\n`).join(""))
    })
  )
  return count
})

const printAll = (entries: ReturnType<typeof allEntries>) =>
  Effect.suspend(() => {
    // Each write reports its own error.
    process.stdout.on("error", () => undefined)
    return exportTo(print, entries)
  })

/** Runs a task on the database of a configuration. A service may run meanwhile. */
export const run = Effect.fnUntraced(function* ({ selection, task, ...flags }: AuditInput) {
  const filter = yield* filterOf(selection)
  const { opened } = yield* openInstallation(flags)
  yield* Effect.gen(function* () {
    const log = yield* AuditLog
    if (task.type === "list") {
      const found = yield* log.list({ ...filter, cursor: null, limit: task.limit })
      const lines = task.json ? yield* Effect.forEach(found, jsonOf) : found.map(lineOf)
      return yield* Console.log(lines.length > 0 || task.json ? lines.join("\n") : "There are no such entries.")
    }
    const entries = allEntries(log, filter)
    if (task.file === null) return yield* printAll(entries)
    const { file } = task
    const count = yield* writePrivateFile(file, { remedy: "Move it away first." }, (append) =>
      exportTo(append, entries)
    )
    yield* Console.log(printable(`Wrote ${count} entries to ${file}`))
  }).pipe(Effect.provide(opened))
})
