/** `keystile audit`: who did what, from where and when. */
import { Option } from "effect"
import { Command, Flag } from "effect/cli"
import { limitFlag } from "../../flags/limit-flag.ts"
import { runCommand } from "../../run/load-command.ts"
import type { AuditSelection } from "./run-audit.ts"
import { configurationFlags, givenFlags } from "../../flags/configuration-flags.ts"

const text = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withMetavar(metavar), Flag.optional)

const selection = {
  project: text("project", "ID", "Only entries of this project (default: all)"),
  user: text("user", "ID", "Only entries about this user"),
  actor: text("actor", "ID", "Only what this user, key set, owner or operator did"),
  since: text("since", "TIME", "Only entries at this time or later: 2026-01-31 or 2026-01-31T12:00Z"),
  until: text("until", "TIME", "Only entries before this time")
}

type AuditFlags = { readonly [Name in keyof typeof selection]: Option.Option<string> }

const givenSelection = ({ actor, project, since, until, user }: AuditFlags): AuditSelection => ({
  project: Option.getOrUndefined(project),
  user: Option.getOrUndefined(user),
  actor: Option.getOrUndefined(actor),
  since: Option.getOrUndefined(since),
  until: Option.getOrUndefined(until)
})

const list = Command.make(
  "list",
  {
    ...configurationFlags,
    ...selection,
    limit: limitFlag("entries"),
    json: Flag.Boolean("json").pipe(Flag.withDescription("Print JSON, one line an entry"), Flag.withDefault(false))
  },
  ({ file, json, limit, settings, ...chosen }) =>
    runCommand(() => import("./run-audit.ts"), {
      task: { type: "list", limit, json },
      selection: givenSelection(chosen),
      ...givenFlags({ file, settings })
    })
).pipe(
  Command.withShortDescription("List the newest entries"),
  Command.withDescription("List the newest entries of the audit log, the newest first."),
  Command.withExamples([
    { command: "keystile audit list --user ID", description: "What happened to a user's account" },
    { command: "keystile audit list --actor ID", description: "What was done with the keys of a set" }
  ])
)

const exportEntries = Command.make(
  "export",
  {
    ...configurationFlags,
    ...selection,
    output: text("output", "FILE", "A new file (default: print the entries)")
  },
  ({ file, output, settings, ...chosen }) =>
    runCommand(() => import("./run-audit.ts"), {
      task: { type: "export", file: Option.getOrNull(output) },
      selection: givenSelection(chosen),
      ...givenFlags({ file, settings })
    })
).pipe(
  Command.withShortDescription("Write all entries as NDJSON"),
  Command.withDescription(
    [
      "Write all entries as NDJSON, one JSON object a line, the newest first.",
      "The service may run meanwhile. An existing file is not overwritten, and only its owner can read the new one."
    ].join("\n  ")
  ),
  Command.withExamples([
    { command: "keystile audit export --output audit.ndjson", description: "The whole log" },
    { command: "keystile audit export --since 2026-01-01 --until 2026-02-01", description: "One month" }
  ])
)

export const audit = Command.make("audit").pipe(
  Command.withDescription(
    "The audit log of a service in production: who did what, from where and when. " +
      "Takes the configuration of keystile serve."
  ),
  Command.withShortDescription("The audit log: who did what, from where and when"),
  Command.withSubcommands([list, exportEntries])
)
