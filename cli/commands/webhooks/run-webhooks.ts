/** Runs the commands of `keystile webhooks`. */
import { Effect, Layer, Redacted, Schema } from "effect"
import type { RecordedCommand } from "../../../core/schema/recorded-command.ts"
import type { AdministrationRefused } from "../../../service/administration/administration-refused.ts"
import { layer, WebhookAdministration } from "../../../service/administration/webhook-administration.ts"
import { QueuedWebhook, WholeMessage } from "../../../service/webhooks/message.ts"
import { openInstallation, type OpenError } from "../../run/open-installation.ts"
import { printRecorded } from "../../run/print-recorded.ts"
import type { TaskInput } from "../../run/task-command.ts"
import { printable, printableLines } from "../../output/terminal-text.ts"
import type { WebhooksTask } from "./webhooks-task.ts"
import { Millis } from "../../../core/schema/fields/millis.ts"
import { Secret } from "../../../core/schema/fields/secret.ts"
import { wire } from "../../../core/schema/wire.ts"

/** Returns why the command failed. */
export const explain = ({ message }: AdministrationRefused | OpenError): string => printableLines(message)

/** The JSON of webhook targets. The secret is shown once, when a target is added. */
const targetFields = { id: Schema.String, url: Schema.String, createdAt: Millis }
const TargetView = wire(targetFields)
const NewTargetView = wire({ ...targetFields, secret: Secret })

const encodeNewTarget = Schema.encodeEffect(NewTargetView)
const encodeTargets = Schema.encodeEffect(Schema.Array(TargetView))
const encodeMessages = Schema.encodeEffect(Schema.Array(QueuedWebhook))
const encodeWhole = Schema.encodeEffect(WholeMessage)

const ONCE = "Store the secret now: it is not printed again."

/** The commands that the audit log records. */
const changes: Readonly<Record<WebhooksTask["type"], RecordedCommand | null>> = {
  add: "keystile webhooks add",
  list: null,
  remove: "keystile webhooks remove",
  messages: null,
  show: null,
  resend: "keystile webhooks resend"
}

/** Returns the lines to print. */
const perform = Effect.fnUntraced(function* (task: WebhooksTask, json: boolean) {
  const webhooks = yield* WebhookAdministration
  const { projectId } = task
  const print = (value: unknown) => JSON.stringify(value, null, json ? undefined : 2)
  switch (task.type) {
    case "add": {
      const target = yield* webhooks.addTarget(projectId, task)
      if (json) return print(yield* Effect.orDie(encodeNewTarget(target)))
      return [
        `Webhooks are sent to ${printable(target.url)} (${target.id}).`,
        "",
        `WEBHOOK_SECRET=${Redacted.value(target.secret)}`,
        "",
        ONCE
      ].join("\n")
    }
    case "list": {
      const targets = yield* webhooks.listTargets(projectId)
      if (json) return print(yield* Effect.orDie(encodeTargets(targets)))
      if (targets.length === 0) return "The project has no target. Add one: keystile webhooks add PROJECT URL"
      return targets.map(({ id, url }) => `${id}  ${printable(url)}`).join("\n")
    }
    case "remove": {
      yield* webhooks.removeTarget(projectId, task.targetId)
      return json ? print({ removed: task.targetId }) : "Removed the target."
    }
    case "messages": {
      const messages = yield* webhooks.listMessages(projectId, task.state)
      if (json) return print(yield* Effect.orDie(encodeMessages(messages)))
      return messages.length === 0 ? "There are no such messages." : messages.map(lineOf).join("\n")
    }
    case "show":
      return print(yield* Effect.orDie(encodeWhole(yield* webhooks.findMessage(projectId, task.messageId))))
    case "resend": {
      yield* webhooks.sendAgain(projectId, task.messageId, task.targetId)
      return json ? print({ pending: task.messageId }) : "The service sends the message again."
    }
  }
})

const lineOf = ({ createdAt, deliveries, id, type }: QueuedWebhook): string => {
  const states = deliveries.map(({ attempts, lastStatus, state, url }) => {
    const status = lastStatus === null ? "" : `, last status: ${lastStatus}`
    return `${state} to ${printable(url)} (attempts: ${attempts}${status})`
  })
  return `${id}  ${createdAt.toISOString()}  ${printable(type)}  ${states.join("; ") || "no target"}`
}

/** Runs a task on the database of a configuration. A service may run meanwhile. */
export const run = Effect.fnUntraced(function* ({ json, task, ...flags }: TaskInput<WebhooksTask>) {
  const { configuration, opened } = yield* openInstallation(flags)
  const administration = Layer.provideMerge(layer(configuration.privateWebhooks), opened)
  const recorded = { action: changes[task.type], projectId: task.projectId }
  yield* Effect.provide(printRecorded(perform(task, json), recorded), administration)
})
