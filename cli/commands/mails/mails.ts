/** `keystile mails`: the mails of a service in production that wait, were sent or have failed. */
import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { limitFlag } from "../../flags/limit-flag.ts"
import { taskFlags, taskRunner } from "../../run/task-command.ts"

const states = ["pending", "delivered", "failed"] as const

const mailId = Argument.String("mail").pipe(Argument.withDescription("The mail: keystile mails list"))

/** Runs a task with the configuration of `keystile serve`. */
const perform = taskRunner(() => import("./run-mails.ts"))

const list = Command.make(
  "list",
  {
    ...taskFlags,
    project: Flag.String("project").pipe(
      Flag.withDescription("Only mails of this project (default: all)"),
      Flag.withMetavar("ID"),
      Flag.optional
    ),
    state: Flag.Literals("state", states).pipe(Flag.withDescription("Only mails in this state"), Flag.optional),
    since: Flag.String("since").pipe(
      Flag.withDescription("Only mails of this time or later: 2026-01-31 or 2026-01-31T12:00Z"),
      Flag.withMetavar("TIME"),
      Flag.optional
    ),
    limit: limitFlag("mails")
  },
  ({ limit, project, since, state, ...input }) =>
    perform(input, {
      type: "list",
      projectId: Option.getOrUndefined(project),
      state: Option.getOrUndefined(state),
      since: Option.getOrUndefined(since),
      limit
    })
).pipe(
  Command.withShortDescription("List the newest mails"),
  Command.withDescription(
    [
      "List the newest mails that a mail server sends, the newest first. Contents are never printed.",
      "Delivered mails are kept for 7 days, failed ones for 30."
    ].join("\n  ")
  ),
  Command.withExamples([
    { command: "keystile mails list --state failed", description: "What was not delivered, and why" },
    { command: "keystile mails list --project ID --state pending", description: "What waits for the mail server" }
  ])
)

const show = Command.make("show", { ...taskFlags, mailId }, ({ mailId, ...input }) =>
  perform(input, { type: "show", mailId })
).pipe(
  Command.withShortDescription("Print a mail's headers and why it failed"),
  Command.withDescription(
    "Print a mail's headers and why it failed. Its subject and text are not printed: they contain codes and links."
  )
)

const resend = Command.make("resend", { ...taskFlags, mailId }, ({ mailId, ...input }) =>
  perform(input, { type: "resend", mailId })
).pipe(
  Command.withShortDescription("Send a mail again that has failed"),
  Command.withDescription(
    [
      "Send a mail again that has failed, unless its code has expired.",
      "The running service sends it within ten seconds. A mail older than a day is attempted once."
    ].join("\n  ")
  )
)

export const mails = Command.make("mails").pipe(
  Command.withDescription("The mails of a service in production. Takes the configuration of keystile serve."),
  Command.withShortDescription("The mails in production"),
  Command.withSubcommands([list, show, resend])
)
