/** Runs the commands of `keystile owner`. */
import { Effect, Layer, Redacted } from "effect"
import type { RecordedCommand } from "../../../core/schema/recorded-command.ts"
import type { AdministrationRefused } from "../../../service/administration/administration-refused.ts"
import {
  layer,
  type Owner,
  OwnerAdministration,
  type OwnerLink,
  type OwnerName
} from "../../../service/administration/owner-administration.ts"
import { Deployment } from "../../../service/deployment/deployment.ts"
import { SharedMail } from "../../../service/mail/shared-mail.ts"
import { type Configuration, deploymentOf } from "../../../service/production/configuration.ts"
import { senderOf } from "../../../service/production/describe-configuration.ts"
import { smtpServerOf } from "../../../service/production/mail-server.ts"
import { layerNone } from "../../../service/production/mail-writers.ts"
import { INTERNAL_PROJECT_ID } from "../../../service/sql/records/project-record.ts"
import { openInstallation, type OpenError } from "../../run/open-installation.ts"
import type { OwnerTask } from "./owner-task.ts"
import { printRecorded } from "../../run/print-recorded.ts"
import type { TaskInput } from "../../run/task-command.ts"
import { printable, printableLines } from "../../output/terminal-text.ts"

/** Returns why the command failed. */
export const explain = ({ message }: AdministrationRefused | OpenError): string => printableLines(message)

const describeLink = ({ expiresAt, url }: OwnerLink, { mail }: Configuration) => [
  "",
  Redacted.value(url),
  "",
  `It is valid once, until ${expiresAt.toISOString()}. Give it to this person only.`,
  mail.type === "log" ? "It was not mailed: the service has no mail server." : "The service mails it, too."
]

const jsonOfLink = ({ email, expiresAt, id, url }: OwnerLink) => ({
  id,
  email,
  url: Redacted.value(url),
  expires_at: expiresAt.toISOString()
})

const jsonOfOwner = ({ email, hasPasskey, hasPassword, hasSecondFactor, id, projectIds }: Owner) => ({
  id,
  email,
  has_password: hasPassword,
  has_passkey: hasPasskey,
  has_second_factor: hasSecondFactor,
  project_ids: projectIds
})

const addressOf = ({ email }: OwnerName) => printable(email ?? "no address")

const lineOf = (owner: Owner) => {
  const { hasPasskey, hasPassword, hasSecondFactor, id, projectIds } = owner
  const factors = [
    hasPassword ? "password" : "has not used the link",
    ...(hasPasskey ? ["passkey"] : []),
    ...(hasPassword && !hasSecondFactor ? ["no second factor"] : []),
    ...(hasSecondFactor ? ["second factor"] : [])
  ]
  return `${addressOf(owner)}  ${id}  (${factors.join(", ")})  ${projectIds.join(" ") || "no project"}`
}

/** The commands that the audit log records. */
const changes: Readonly<Record<OwnerTask["type"], RecordedCommand | null>> = {
  create: "keystile owner create",
  link: "keystile owner link",
  list: null,
  addProject: "keystile owner add-project",
  removeProject: "keystile owner remove-project",
  signOut: "keystile owner sign-out",
  resetSecondFactor: "keystile owner reset-second-factor",
  remove: "keystile owner remove"
}

/** Returns the lines to print. */
const perform = Effect.fnUntraced(function* (task: OwnerTask, json: boolean, configuration: Configuration) {
  const owners = yield* OwnerAdministration
  const formatDone = (owner: OwnerName, textOf: (name: string) => string) => {
    const { email, id } = owner
    return json ? JSON.stringify({ id, email }) : textOf(`${addressOf(owner)} (${id})`)
  }
  switch (task.type) {
    case "create": {
      const link = yield* owners.create(task.email, task.projectIds)
      if (json) return JSON.stringify(jsonOfLink(link))
      return [
        `Created the owner ${printable(task.email)}, who opens this link:`,
        ...describeLink(link, configuration)
      ].join("\n")
    }
    case "link": {
      const link = yield* owners.link(task.owner)
      if (json) return JSON.stringify(jsonOfLink(link))
      return [`${printable(link.email)} sets a password on this page:`, ...describeLink(link, configuration)].join("\n")
    }
    case "list": {
      const all = yield* owners.list
      if (json) return JSON.stringify(all.map(jsonOfOwner))
      return all.length === 0
        ? "There is no owner. Create one: keystile owner create EMAIL"
        : all.map(lineOf).join("\n")
    }
    case "addProject": {
      const owner = yield* owners.addProject(task.owner, task.projectId)
      return formatDone(owner, (name) => `The owner ${name} owns the project.`)
    }
    case "removeProject": {
      const owner = yield* owners.removeProject(task.owner, task.projectId)
      return formatDone(owner, (name) => `The owner ${name} does not own the project any more.`)
    }
    case "signOut": {
      const owner = yield* owners.signOut(task.owner)
      return formatDone(owner, (name) => `The owner ${name} is signed out everywhere.`)
    }
    case "resetSecondFactor": {
      const owner = yield* owners.resetSecondFactor(task.owner)
      return formatDone(
        owner,
        (name) => `The second factor of ${name} is removed, and the owner is signed out everywhere.`
      )
    }
    case "remove": {
      const owner = yield* owners.remove(task.owner)
      return formatDone(owner, (name) => `Deleted the owner ${name}. The projects stay.`)
    }
  }
})

/** Runs a task on the database of a configuration. A service may run meanwhile. */
export const run = Effect.fnUntraced(function* ({ json, task, ...flags }: TaskInput<OwnerTask>) {
  const { configuration, opened } = yield* openInstallation(flags, task.type === "create")
  const { mail } = configuration
  const administration = layer.pipe(
    Layer.provide(layerNone),
    Layer.provideMerge(opened),
    Layer.provide(
      Layer.merge(
        Layer.succeed(Deployment, deploymentOf(configuration)),
        Layer.succeed(SharedMail, {
          address: senderOf(configuration),
          server: mail.type === "log" ? null : smtpServerOf(mail)
        })
      )
    )
  )
  const recorded = { action: changes[task.type], projectId: INTERNAL_PROJECT_ID }
  yield* Effect.provide(printRecorded(perform(task, json, configuration), recorded), administration)
})
