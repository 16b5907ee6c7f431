/** `keystile webhooks`: the webhook targets of a service in production, and what was sent to them. */
import { Option, Redacted } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { taskFlags, taskRunner } from "../../run/task-command.ts"
import { deliveryStates } from "./webhooks-task.ts"

/** A secret has no flag: command lines are visible in the list of processes. */
const SECRET_VARIABLE = "KEYSTILE_WEBHOOK_SECRET"

const common = {
  ...taskFlags,
  projectId: Argument.String("project").pipe(Argument.withDescription("The project: keystile project list"))
}

const messageId = Argument.String("message").pipe(
  Argument.withDescription("The message: keystile webhooks messages PROJECT")
)

/** Runs a task with the configuration of `keystile serve`. */
const perform = taskRunner(() => import("./run-webhooks.ts"))

const givenSecret = () => {
  const secret = process.env[SECRET_VARIABLE]
  return secret === undefined || secret === "" ? undefined : Redacted.make(secret)
}

const add = Command.make(
  "add",
  {
    ...common,
    url: Argument.String("url").pipe(
      Argument.withDescription("Where the webhooks are sent, https://example.com/webhooks")
    )
  },
  ({ projectId, url, ...input }) => perform(input, { type: "add", projectId, url, secret: givenSecret() })
).pipe(
  Command.withDescription(
    [
      "Send the webhooks of a project to a URL. Prints the secret that signs them, once.",
      `A secret that receivers have already is given in the environment variable ${SECRET_VARIABLE}.`
    ].join("\n  ")
  ),
  Command.withShortDescription("Send the webhooks of a project to a URL"),
  Command.withExamples([
    { command: "keystile webhooks add PROJECT https://larkspur.example/webhooks", description: "With a new secret" }
  ])
)

const list = Command.make("list", common, ({ projectId, ...input }) =>
  perform(input, { type: "list", projectId })
).pipe(
  Command.withShortDescription("List the targets of a project"),
  Command.withDescription("List the targets of a project.")
)

const remove = Command.make(
  "remove",
  {
    ...common,
    targetId: Argument.String("target").pipe(Argument.withDescription("The target: keystile webhooks list PROJECT"))
  },
  ({ projectId, targetId, ...input }) => perform(input, { type: "remove", projectId, targetId })
).pipe(
  Command.withShortDescription("Remove a target"),
  Command.withDescription("Remove a target. Webhooks that wait for it are not sent any more.")
)

const messages = Command.make(
  "messages",
  {
    ...common,
    state: Flag.Literals("state", deliveryStates).pipe(
      Flag.withDescription("Only messages with such a delivery"),
      Flag.optional
    )
  },
  ({ projectId, state, ...input }) =>
    perform(input, { type: "messages", projectId, state: Option.getOrUndefined(state) })
).pipe(
  Command.withShortDescription("List the newest messages with the state of their deliveries"),
  Command.withDescription("List the 100 newest messages with the state of their deliveries."),
  Command.withExamples([
    { command: "keystile webhooks messages PROJECT --state failed", description: "What was not delivered" }
  ])
)

const show = Command.make("show", { ...common, messageId }, ({ messageId, projectId, ...input }) =>
  perform(input, { type: "show", projectId, messageId })
).pipe(
  Command.withShortDescription("Print a message with its payload and attempts"),
  Command.withDescription(
    "Print a message as JSON with its payload, its last attempts and the beginning of each response."
  )
)

const resend = Command.make(
  "resend",
  {
    ...common,
    messageId,
    targetId: Flag.String("target").pipe(
      Flag.withDescription("The target (default: all)"),
      Flag.withMetavar("ID"),
      Flag.optional
    )
  },
  ({ messageId, projectId, targetId, ...input }) =>
    perform(input, { type: "resend", projectId, messageId, targetId: Option.getOrUndefined(targetId) })
).pipe(
  Command.withShortDescription("Send a message again"),
  Command.withDescription("Send a message again, with the same id. The service that runs does so within ten seconds.")
)

export const webhooks = Command.make("webhooks").pipe(
  Command.withDescription("The webhooks of a service in production. Takes the configuration of keystile serve."),
  Command.withShortDescription("The webhooks in production"),
  Command.withSubcommands([add, list, remove, messages, show, resend])
)
