/** Databases with a project, and exports and imports of it. */
import { Effect, Layer } from "effect"
import { writeFileSync } from "node:fs"
import * as DefinitionStore from "../../../service/resources/permissions/definition-store.ts"
import { layerTest } from "../../../service/development.ts"
import { BeginTransaction } from "../../../service/sql/node-sqlite.ts"
import type { ServiceOptions } from "../../../service/service-options.ts"
import { exportProject } from "../../../service/transfer/export-project.ts"
import * as ExportStore from "../../../service/transfer/export-store.ts"
import { importRecords, type ImportSummary } from "../../../service/transfer/import-records.ts"
import * as ImportStore from "../../../service/transfer/import-store.ts"
import type { TransferItems } from "../../../service/transfer/item.ts"
import type { SourceName } from "../../../service/transfer/source-name.ts"
import { readSource } from "../../../service/transfer/sources/source.ts"
import { anyDatabase } from "../any-database.ts"
import { layerDatabase } from "../database-layer.ts"
import { PROJECT_ID, seedWith } from "../fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"

type Project = NonNullable<Parameters<typeof seedWith>[0]>

/** The service on a database. */
export const serviceOn = (database: string, project: Project = {}, options: ServiceOptions = {}) =>
  Layer.orDie(layerTest({ seed: seedWith({ users: [], ...project }), database, ...options }))

/** A new database with a project without users. */
export const newDatabase = Effect.fnUntraced(function* (project: Project = {}) {
  const database = yield* anyDatabase
  yield* Effect.scoped(Layer.build(serviceOn(database, project)))
  return database
})

const stores = (database: string) =>
  Layer.mergeAll(ImportStore.layer, ExportStore.layer, DefinitionStore.layer).pipe(
    Layer.provideMerge(layerDatabase(database))
  )

export interface ImportResult extends ImportSummary {
  /** The problems as they are printed: `12: It is not JSON.` */
  readonly problems: ReadonlyArray<string>
}

/** Imports items into the project of a database. */
export const importItems = Effect.fnUntraced(function* (
  database: string,
  items: TransferItems,
  projectId = PROJECT_ID
) {
  const problems: Array<string> = []
  const summary = yield* importRecords(projectId, items, {
    onRefused: (line, reason) => Effect.sync(() => void problems.push(`${line}: ${reason}`)),
    onProgress: () => Effect.void
  }).pipe(Effect.provide(stores(database)))
  return { ...summary, problems } satisfies ImportResult
})

/** Imports the content of a file into the project of a database. */
export const importContent = Effect.fnUntraced(function* (
  database: string,
  content: string | Uint8Array,
  name: SourceName = "keystile",
  projectId = PROJECT_ID,
  hashConfig?: string
) {
  const { path } = yield* temporaryFolder
  writeFileSync(path("users"), content)
  if (hashConfig !== undefined) writeFileSync(path("hash-config"), hashConfig)
  const items = yield* readSource({
    name,
    path: path("users"),
    projectId,
    hashConfig: hashConfig === undefined ? undefined : path("hash-config")
  })
  return yield* importItems(database, items, projectId)
})

/** Returns the lines of an export. */
export const exportFrom = Effect.fnUntraced(function* (database: string, projectId = PROJECT_ID) {
  const written: Array<string> = []
  yield* exportProject(projectId, (lines) => Effect.sync(() => void written.push(lines))).pipe(
    Effect.provide(stores(database)),
    Effect.provideService(BeginTransaction, "BEGIN")
  )
  return written.join("").trimEnd().split("\n")
})

const AT = Date.UTC(2026, 0, 31)

export const header = JSON.stringify({
  type: "header",
  format: "keystile",
  version: 1,
  project_id: PROJECT_ID,
  exported_at_millis: AT
})

export const end = (counts: Readonly<Record<string, number>>) =>
  JSON.stringify({ type: "end", counts: { permission: 0, team: 0, user: 0, membership: 0, ...counts } })

/** A user with an address, in the form of an export. */
export const userRecord = (id: string, email: string, fields: object = {}) => ({
  type: "user",
  id,
  display_name: null,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
  server_metadata: null,
  signed_up_at_millis: AT,
  last_active_at_millis: AT,
  password: null,
  totp_secret: null,
  otp_auth_enabled: false,
  is_anonymous: false,
  restricted_by_admin: true,
  restricted_by_admin_reason: "Unpaid",
  restricted_by_admin_private_details: "Case 17",
  country_code: "NO",
  language: "tr-TR",
  bot_risk: 12,
  free_trial_abuse_risk: 100,
  contact_channels: [
    {
      id: id.replace(/^.{8}/, "cccccccc"),
      type: "email",
      value: email,
      is_primary: true,
      is_verified: true,
      used_for_auth: true,
      created_at_millis: AT
    }
  ],
  connected_accounts: [],
  passkeys: [],
  recovery_codes: [],
  ...fields
})

/** Returns the id of the user with a number. */
export const userIdOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`

/** An export of users, each with an address. */
export const usersFile = (count: number) =>
  [
    header,
    ...Array.from({ length: count }, (_, index) =>
      JSON.stringify(userRecord(userIdOf(index + 1), `user${index + 1}@example.com`))
    ),
    end({ user: count })
  ].join("\n")

/** Returns the lines of each write of an export. */
export const writesOf = Effect.fnUntraced(function* (database: string) {
  const writes: Array<string> = []
  const write = (lines: string) => Effect.sync(() => void writes.push(lines))
  yield* Effect.provide(exportProject(PROJECT_ID, write), stores(database))
  return writes
})
