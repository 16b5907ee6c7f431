/** Runs the commands of `keystile project`. */
import { Clock, Effect, Layer, Redacted, Schema } from "effect"
import { variables } from "../../../core/environment/variables.ts"
import { AdminProject } from "../../../core/schema/admin-project.ts"
import { ApiKey, ApiKeyFirstView } from "../../../core/schema/api-key.ts"
import type { RecordedCommand } from "../../../core/schema/recorded-command.ts"
import type { AdministrationRefused } from "../../../service/administration/administration-refused.ts"
import { layer, ProjectAdministration } from "../../../service/administration/project-administration.ts"
import { HUNDRED_YEARS_MILLIS } from "../../../service/resources/api-keys/new-api-key.ts"
import { Deployment } from "../../../service/deployment/deployment.ts"
import { deploymentOf } from "../../../service/production/configuration.ts"
import { inTransaction } from "../../../service/sql/rows.ts"
import { encodedObject } from "../../output/encoded-object.ts"
import { openInstallation, type OpenError } from "../../run/open-installation.ts"
import { limitsOf, settingsOf, type SettingsUnusable } from "./project-settings.ts"
import type { KeyOptions, ProjectTask } from "./project-task.ts"
import { printRecorded } from "../../run/print-recorded.ts"
import type { TaskInput } from "../../run/task-command.ts"
import { printable, printableLines } from "../../output/terminal-text.ts"
import { DAY_MILLIS } from "../../../service/time/durations.ts"

/** Returns why the command failed. */
export const explain = ({ message }: AdministrationRefused | OpenError | SettingsUnusable): string =>
  printableLines(message)

/** Returns a new set of keys with these options. */
const keySetOf = Effect.fnUntraced(function* ({ admin, expiresInDays }: KeyOptions) {
  const lifetime = expiresInDays === undefined ? HUNDRED_YEARS_MILLIS : expiresInDays * DAY_MILLIS
  return {
    description: "Created by keystile project",
    expiresAt: new Date((yield* Clock.currentTimeMillis) + lifetime),
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: admin
  }
})

const encodeProject = Schema.encodeEffect(AdminProject)
const encodeKeys = Schema.encodeEffect(ApiKeyFirstView)
const encodeListedKeys = Schema.encodeEffect(Schema.Array(ApiKey))

/** Returns the JSON of a project as the admin API has it, without the secrets of providers and of the mail server. */
const jsonOf = Effect.fnUntraced(function* (project: AdminProject) {
  const encoded = yield* Effect.orDie(encodeProject(project))
  const json: unknown = JSON.parse(
    JSON.stringify(encoded, (name, value: unknown) => (secretFields.has(name) ? undefined : value))
  )
  return json
})

const secretFields: ReadonlySet<string> = new Set(["client_secret", "password", "secret_key"])

/** Returns the environment variables of an application. */
const environmentOf = (publicUrl: string, projectId: string, keys: ApiKeyFirstView) =>
  (
    [
      [variables.baseUrl, publicUrl],
      [variables.projectId, projectId],
      [variables.publishableClientKey, keys.publishableClientKey],
      [variables.secretServerKey, keys.secretServerKey],
      [variables.superSecretAdminKey, keys.superSecretAdminKey]
    ] as const
  ).flatMap(([name, value]) => {
    if (value === undefined) return []
    return [`${name}=${typeof value === "string" ? value : Redacted.value(value)}`]
  })

const ONCE = "Store the keys now: the database has only their hashes, and they are not printed again."

/** The commands that the audit log records. */
const changes: Readonly<Record<ProjectTask["type"], RecordedCommand | null>> = {
  create: "keystile project create",
  list: null,
  show: null,
  set: "keystile project set",
  createKeys: "keystile project keys create",
  listKeys: null,
  revokeKeys: "keystile project keys revoke"
}

/**
 * Returns the lines to print. Files are read before the transactions: stdin is empty when a transaction runs again after
 * a conflict.
 */
const perform = Effect.fnUntraced(function* (task: ProjectTask, json: boolean, publicUrl: string) {
  const projects = yield* ProjectAdministration
  const print = (value: unknown) => JSON.stringify(value, null, json ? undefined : 2)
  switch (task.type) {
    case "create": {
      const settings = yield* settingsOf(task.change)
      // Unlike in development, pages of localhost are not trusted unless they are named.
      const config = { allow_localhost: false, ...settings.config }
      const limits = yield* limitsOf(task.change)
      const keySet = yield* keySetOf(task)
      const hasOwners = yield* projects.hasOwners
      // A project whose limits or keys are refused is not created.
      const { keys, project } = yield* inTransaction(
        Effect.gen(function* () {
          const project = yield* projects.create(task.name, { ...settings, config })
          if (limits !== undefined) yield* projects.setLimits(project.id, limits)
          return { project, keys: yield* projects.createKeys(project.id, keySet) }
        })
      )
      if (json) return print({ ...encodedObject(yield* jsonOf(project)), keys: yield* Effect.orDie(encodeKeys(keys)) })
      const next = `No owner has the project yet. Make one its owner: keystile owner add-project OWNER ${project.id}`
      return [
        `Created the project ${printable(project.displayName)}.`,
        "",
        ...environmentOf(publicUrl, project.id, keys),
        "",
        ONCE,
        ...(hasOwners ? [next] : [])
      ].join("\n")
    }
    case "list": {
      const all = yield* projects.list
      if (json) return print(yield* Effect.forEach(all, jsonOf))
      if (all.length === 0) return "There is no project. Create one: keystile project create NAME"
      return all
        .map(({ displayName, id, userCount }) => `${id}  ${printable(displayName)}  (${userCount} users)`)
        .join("\n")
    }
    case "show": {
      const project = yield* jsonOf(yield* projects.get(task.projectId))
      const limits = (yield* projects.limits(task.projectId)) ?? "default"
      return print({ ...encodedObject(project), limits })
    }
    case "set": {
      const settings = yield* settingsOf(task.change)
      const limits = yield* limitsOf(task.change)
      const name = task.name === undefined ? {} : { display_name: task.name }
      const updated = yield* inTransaction(
        Effect.gen(function* () {
          const updated = yield* projects.update(task.projectId, { ...settings, ...name })
          if (limits !== undefined) yield* projects.setLimits(task.projectId, limits)
          return updated
        })
      )
      return json ? print(yield* jsonOf(updated)) : `Changed the project ${printable(updated.displayName)}.`
    }
    case "createKeys": {
      const keys = yield* inTransaction(projects.createKeys(task.projectId, yield* keySetOf(task)))
      if (json) return print(yield* Effect.orDie(encodeKeys(keys)))
      return [...environmentOf(publicUrl, task.projectId, keys), "", ONCE].join("\n")
    }
    case "listKeys": {
      const sets = yield* projects.listKeys(task.projectId)
      if (json) return print(yield* Effect.orDie(encodeListedKeys(sets)))
      return sets.length === 0 ? "The project has no keys." : sets.map(lineOf).join("\n")
    }
    case "revokeKeys": {
      const revoked = yield* inTransaction(projects.revokeKeys(task.projectId, task.keySetId))
      return json ? print(yield* Effect.orDie(encodeListedKeys([revoked]))) : lineOf(revoked)
    }
  }
})

const lineOf = ({
  createdAt,
  description,
  expiresAt,
  id,
  manuallyRevokedAt,
  publishableClientKey,
  secretServerKey,
  superSecretAdminKey
}: ApiKey): string => {
  const keys = [
    ["publishable", publishableClientKey],
    ["server", secretServerKey],
    ["admin", superSecretAdminKey]
  ] as const
  const shown = keys.flatMap(([name, key]) => (key === undefined ? [] : [`${name} …${key.lastFour}`]))
  const state =
    manuallyRevokedAt === undefined ? `expires ${dateOf(expiresAt)}` : `revoked ${dateOf(manuallyRevokedAt)}`
  return `${id}  ${shown.join(", ")}  created ${dateOf(createdAt)}, ${state}  ${printable(description)}`
}

const dateOf = (time: Date) => time.toISOString().slice(0, 10)

/** Runs a task on the database of a configuration. A service may run meanwhile. */
export const run = Effect.fnUntraced(function* ({ json, task, ...flags }: TaskInput<ProjectTask>) {
  const { configuration, opened } = yield* openInstallation(flags, task.type === "create")
  const { publicUrl } = configuration
  const administration = layer.pipe(
    Layer.provideMerge(opened),
    Layer.provide(Layer.succeed(Deployment, deploymentOf(configuration)))
  )
  const action = changes[task.type]
  const recorded = { action, projectId: "projectId" in task ? task.projectId : null }
  yield* Effect.provide(printRecorded(perform(task, json, publicUrl), recorded), administration)
})
