/** Runs the commands of `keystile mails`. */
import { Effect, Layer, Schema } from "effect"
import type { AdministrationRefused } from "../../../service/administration/administration-refused.ts"
import { type FoundMail, layer, MailAdministration } from "../../../service/administration/mail-administration.ts"
import { unreadableAdvice } from "../../../service/crypto/secrets/encryption.ts"
import { OutgoingMailRecord } from "../../../service/mail/outbox/outgoing-mail-store.ts"
import { SharedMail } from "../../../service/mail/shared-mail.ts"
import { senderOf } from "../../../service/production/describe-configuration.ts"
import { smtpServerOf } from "../../../service/production/mail-server.ts"
import type { MailsTask } from "./mails-task.ts"
import { encodedObject } from "../../output/encoded-object.ts"
import { openInstallation, type OpenError } from "../../run/open-installation.ts"
import { printRecorded } from "../../run/print-recorded.ts"
import type { TaskInput } from "../../run/task-command.ts"
import { printable, printableLines } from "../../output/terminal-text.ts"
import { timeOf, type TimeUnreadable } from "../../flags/time-of.ts"

/** Returns why the command failed. */
export const explain = ({ message }: AdministrationRefused | OpenError | TimeUnreadable): string =>
  printableLines(message)

const encodeMails = Schema.encodeEffect(Schema.Array(OutgoingMailRecord))
const encodeMail = Schema.encodeEffect(OutgoingMailRecord)

const lineOf = ({ attempts, createdAt, id, problem, recipient, state, type }: OutgoingMailRecord): string => {
  const tries = attempts === 0 ? "" : ` (attempts: ${attempts})`
  const why = problem === null ? "" : `: ${problem}`
  return printable(`${id}  ${createdAt.toISOString()}  ${type}  to ${recipient}  ${state}${tries}${why}`)
}

const serverText = ({ server }: FoundMail): string => {
  if (server === "unreadable") {
    const advice = unreadableAdvice("enter the password again in the settings of the project")
    return `Its password cannot be decrypted. ${advice}`
  }
  return server === null ? "The project has no mail server any more." : `${server.host}:${server.port}`
}

const describe = (found: FoundMail): string => {
  const { from, mail, obstacle } = found
  const { attempts, createdAt, expiresAt, finishedAt, messageId, nextAttemptAt, problem, projectId, recipient } = mail
  return [
    `Message-ID: ${messageId}`,
    `Date: ${createdAt.toUTCString()}`,
    ...(from === null ? [] : [`From: ${from.name} <${from.address}>`]),
    `To: ${recipient}`,
    "Auto-Submitted: auto-generated",
    "",
    `Project      ${projectId}`,
    `Type         ${mail.type}`,
    `State        ${mail.state}${finishedAt === null ? "" : `, ${finishedAt.toISOString()}`}`,
    `Attempts     ${attempts}`,
    ...(problem === null ? [] : [`Problem      ${problem}`]),
    `Mail server  ${serverText(found)}`,
    ...(nextAttemptAt === null ? [] : [`Next try     ${nextAttemptAt.toISOString()}`]),
    "",
    obstacle ?? `It can be sent again until ${expiresAt.toISOString()}: keystile mails resend ${mail.id}`
  ]
    .map(printable)
    .join("\n")
}

/** Returns the lines to print. */
const perform = Effect.fnUntraced(function* (task: MailsTask, json: boolean) {
  const mails = yield* MailAdministration
  switch (task.type) {
    case "list": {
      const { limit, projectId = null, state = null } = task
      const found = yield* mails.list({ projectId, state, since: yield* timeOf("since", task.since), limit })
      if (json) return JSON.stringify(yield* Effect.orDie(encodeMails(found)))
      return found.length === 0 ? "There are no such mails." : found.map(lineOf).join("\n")
    }
    case "show": {
      const found = yield* mails.find(task.mailId)
      if (!json) return describe(found)
      const { from, obstacle } = found
      const encoded = encodedObject(yield* Effect.orDie(encodeMail(found.mail)))
      return JSON.stringify({ ...encoded, from: from?.address ?? null, can_be_resent: obstacle === null, obstacle })
    }
    case "resend": {
      yield* mails.sendAgain(task.mailId)
      return json ? JSON.stringify({ pending: task.mailId }) : "The service sends the mail again."
    }
  }
})

/** Runs a task on the database of a configuration. A service may run meanwhile. */
export const run = Effect.fnUntraced(function* ({ json, task, ...flags }: TaskInput<MailsTask>) {
  const { configuration, opened } = yield* openInstallation(flags)
  const { mail } = configuration
  const shared = Layer.succeed(SharedMail, {
    address: senderOf(configuration),
    server: mail.type === "log" ? null : smtpServerOf(mail)
  })
  const administration = layer.pipe(Layer.provideMerge(opened), Layer.provide(shared))
  const action = task.type === "resend" ? "keystile mails resend" : null
  yield* Effect.provide(printRecorded(perform(task, json), { action, projectId: null }), administration)
})
