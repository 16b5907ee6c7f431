/** Exports the present state as a seed, and counts what a seed cannot say. */
import { Data, Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { isImportableHash } from "../../crypto/password-hash.ts"
import { CannotDecrypt } from "../../crypto/secrets/encryption.ts"
import * as LimitsStore from "../../http/rate-limits/limits-store.ts"
import { supportedLanguage } from "../../mail/mail-language.ts"
import { EMBEDDED } from "../../providers/endpoint-choice.ts"
import { sharedProviderIds } from "../../providers/shared-provider-ids.ts"
import { ApiKeyStore } from "../../resources/api-keys/api-key-store.ts"
import { type Definition, DefinitionStore } from "../../resources/permissions/definition-store.ts"
import { EmailConfigStore } from "../../resources/projects/email-config-store.ts"
import { DefaultProjectSettings } from "../../resources/projects/new-project.ts"
import { type OfferedProvider, OAuthProviderStore } from "../../resources/projects/oauth-provider-store.ts"
import { ProjectStore } from "../../resources/projects/project-store.ts"
import { SignUpProofSettingStore } from "../../resources/projects/sign-up-proof-setting-store.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { inTransaction, rowsOf } from "../../sql/rows.ts"
import * as ExportStore from "../../transfer/export-store.ts"
import type { TransferMembership, TransferTeam, TransferUser } from "../../transfer/record.ts"
import { TargetStore } from "../../webhooks/target-store.ts"
import { CONSOLE_OWNER_ID } from "../console/console-owner.ts"
import { readMailTemplates } from "./mail-templates.ts"
import type { SeedOAuthProvider } from "./oauth-provider.ts"
import { Seed, type SeedInput, type SeedProject, type SeedUser } from "./seed.ts"
import { SeedSettings } from "./seed-settings.ts"
import type { SeedTeam } from "./team.ts"

/** The most users and the most memberships of an export, which is built in memory. */
const MAX_EXPORTED = 50_000

/** The number of rows that are read at once. */
const PAGE = 500

/** The state has too many users or memberships for a seed. */
export class StateTooLarge extends Data.TaggedError("StateTooLarge")<{}> {
  override readonly message =
    `The service has more than ${MAX_EXPORTED.toLocaleString("en")} users or memberships, too many for a seed. ` +
    "Export each project by `keystile export`."
}

/** Data that a seed cannot say, with the number of its rows. */
export interface OmittedData {
  readonly what: string
  readonly count: number
}

export interface ExportedSeed {
  readonly seed: SeedInput
  readonly leftOut: ReadonlyArray<OmittedData>
}

/** The note about data that no seed contains. It is the same in every seed. */
const neverExported =
  "Never part of a seed: sessions, codes, mails, messages of webhooks, the request log, the audit log, and when a " +
  "user was last active."

const SECRETS =
  "This file contains the hashes of passwords, keys, and other secrets in plain text. Treat it as those of a database."

const counts = rowsOf(Schema.Struct({ count: Schema.Int }))

/** Removes the fields without a value. The type of `Object.fromEntries` forgets the names of the others. */
type WithoutNulls<A> = { readonly [K in keyof A]?: Exclude<A[K], null | undefined> }
const pickDefined = <A extends object>(fields: A): WithoutNulls<A> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as WithoutNulls<A>

/** Reads all pages of a list. */
const readAll = Effect.fnUntraced(function* <A, Key>(
  start: Key,
  read: (after: Key) => Effect.Effect<ReadonlyArray<A>>,
  keyOf: (last: A) => Key
) {
  const all: Array<A> = []
  for (let after = start; ;) {
    const page = yield* read(after)
    all.push(...page)
    if (all.length > MAX_EXPORTED) return yield* new StateTooLarge()
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return all
    after = keyOf(last)
  }
})

/** Counts what is left out, in the order in which it was counted first. */
const makeCounter = () => {
  const counted = new Map<string, number>()
  return {
    add: (what: string, count: number) => {
      if (count > 0) counted.set(what, (counted.get(what) ?? 0) + count)
    },
    list: (): ReadonlyArray<OmittedData> => [...counted].map(([what, count]) => ({ what, count }))
  }
}
type Counter = ReturnType<typeof makeCounter>

/** Exports everything that a seed can say. All of it is of the same moment. */
export const exportSeed = Effect.gen(function* () {
  const counter = makeCounter()
  const { current: newProjects } = yield* DefaultProjectSettings
  const projects: Array<SeedProject> = []
  for (const project of yield* (yield* ProjectStore).list) projects.push(yield* exportProject(project, counter))
  const leftOut = counter.list()
  const notes = [
    SECRETS,
    neverExported,
    ...leftOut.map(({ count, what }) => `Left out: ${count.toLocaleString("en")} ${what}.`)
  ]
  const seed: Seed = { notes, projects, ...(Object.keys(newProjects).length > 0 && { newProjects }) }
  return { seed: yield* Effect.orDie(Schema.encodeEffect(Seed)(seed)), leftOut } satisfies ExportedSeed
}).pipe(inTransaction, Effect.provide([ExportStore.layer, LimitsStore.layer]))

const exportProject = Effect.fnUntraced(function* (project: ProjectRecord, counter: Counter) {
  const { id, configId: _, createdAt: __, description, displayName, isProductionMode, ...others } = project
  const { logoDarkModeUrl, logoUrl, mailLanguage, ...settings } = others
  const keys = yield* (yield* ApiKeyStore).initialKeys(id)
  const providers = yield* OAuthProviderStore
  const signUpProof = yield* Effect.orDie((yield* SignUpProofSettingStore).find(id))
  const nativeAppOrigins = yield* (yield* ProjectStore).nativeAppOrigins(id)
  const mailTemplates = yield* readMailTemplates(id)
  const limits = (yield* SeedSettings).limits.get(id) ?? (yield* (yield* LimitsStore.LimitsStore).find(id))
  const store = yield* ExportStore.ExportStore
  const users = yield* readAll(
    "",
    (after) => store.users(id, after, PAGE),
    (user) => user.id
  )
  const teams = yield* readAll(
    "",
    (after) => store.teams(id, after, PAGE),
    (team) => team.id
  )
  const memberships = yield* readAll(
    { teamId: "", userId: "" },
    (after) => store.memberships(id, after, PAGE),
    (membership) => membership
  )
  const exported = exportUsers(users, counter)
  yield* countOthers(id, counter)
  return {
    id,
    // A name may be empty, except in a seed.
    displayName: displayName === "" ? "Project" : displayName,
    ...(description !== "" && { description }),
    isProductionMode,
    ...pickDefined({ logoUrl, logoDarkModeUrl, limits }),
    keys: pickDefined({
      publishableClientKey: keys.publishable_client_key,
      secretServerKey: keys.secret_server_key,
      superSecretAdminKey: keys.super_secret_admin_key
    }),
    config: {
      ...settings,
      mailLanguage: supportedLanguage(mailLanguage),
      emailConfig: yield* Effect.orDie((yield* EmailConfigStore).find(id)),
      ...(signUpProof !== null && { signUpProof }),
      oauthProviders: exportProviders(yield* providers.list(id), counter),
      allowPlainCodeChallenge: yield* providers.isPlainChallengeAllowed(id)
    },
    domains: yield* (yield* ProjectStore).domains(id),
    ...(nativeAppOrigins.length > 0 && { nativeAppOrigins }),
    ...exportPermissions(yield* (yield* DefinitionStore).list(id)),
    webhooks: yield* exportWebhooks(id),
    ...(mailTemplates.length > 0 && { mailTemplates }),
    users: exported,
    teams: exportTeams(teams, memberships, new Set(exported.map((user) => user.id)))
  } satisfies SeedProject
})

type SeedWebhook = NonNullable<SeedProject["webhooks"]>[number]

const exportWebhooks = Effect.fnUntraced(function* (projectId: string) {
  const store = yield* TargetStore
  return yield* Effect.forEach(
    yield* store.list(projectId),
    Effect.fnUntraced(function* ({ description, eventTypes, id, url }) {
      return {
        url,
        secret: yield* Effect.orDie(store.secret(id)),
        ...(description !== "" && { description }),
        // A row may contain a type of a later version, with which the import of the seed fails.
        ...(eventTypes !== null && { eventTypes: eventTypes as NonNullable<SeedWebhook["eventTypes"]> })
      }
    })
  )
})

const exportUsers = (users: ReadonlyArray<TransferUser>, counter: Counter): ReadonlyArray<SeedUser> =>
  users.flatMap((user) => {
    if (user.id === CONSOLE_OWNER_ID) return []
    if (user.isAnonymous) {
      counter.add("anonymous users", 1)
      return []
    }
    const primary = user.contactChannels.find(({ isPrimary }) => isPrimary)
    const hash = user.password?.hash
    const isUsable = hash === undefined || isImportableHash(hash)
    counter.add("further addresses of users", user.contactChannels.length - (primary === undefined ? 0 : 1))
    counter.add("connected accounts", user.connectedAccounts.length)
    counter.add("passkeys", user.passkeys.length)
    counter.add("recovery codes", user.recoveryCodes.length)
    counter.add("passwords whose hash this runtime cannot verify", isUsable ? 0 : 1)
    counter.add("users who were created to sign in with mailed codes", user.otpAuthEnabled ? 1 : 0)
    const { clientMetadata, clientReadOnlyMetadata, displayName, profileImageUrl, serverMetadata, totpSecret } = user
    return {
      id: user.id,
      ...(primary !== undefined && {
        email: primary.value,
        emailVerified: primary.isVerified,
        ...(!primary.usedForAuth && { emailUsedForAuth: false })
      }),
      ...(hash !== undefined && isUsable && { passwordHash: hash }),
      ...pickDefined({ language: supportedLanguage(user.language ?? null) }),
      ...pickDefined({
        displayName,
        profileImageUrl,
        clientMetadata,
        clientReadOnlyMetadata,
        serverMetadata,
        totpSecret
      }),
      ...(user.restrictedByAdmin && {
        restrictedByAdmin: true,
        ...pickDefined({
          restrictedByAdminReason: user.restrictedByAdminReason,
          restrictedByAdminPrivateDetails: user.restrictedByAdminPrivateDetails
        })
      }),
      signedUpAt: user.signedUpAt,
      permissionIds: user.permissionIds ?? []
    }
  })

const exportTeams = (
  teams: ReadonlyArray<TransferTeam>,
  memberships: ReadonlyArray<TransferMembership>,
  userIds: ReadonlySet<string | undefined>
): ReadonlyArray<SeedTeam> => {
  const members = new Map<string, Array<TransferMembership>>(teams.map(({ id }) => [id, []]))
  for (const member of memberships) if (userIds.has(member.userId)) members.get(member.teamId)?.push(member)
  return teams.map(({ createdAt, displayName, id, type: _, ...fields }) => ({
    id,
    displayName,
    ...pickDefined(fields),
    createdAt,
    members: (members.get(id) ?? []).map((member) => ({
      user: member.userId,
      permissionIds: member.permissionIds,
      ...(member.isSelected && { isSelected: true }),
      ...(member.isPersonal && { isPersonal: true }),
      ...pickDefined({ displayName: member.displayName, profileImageUrl: member.profileImageUrl })
    }))
  }))
}

const exportPermissions = (
  all: ReadonlyArray<Definition>
): Pick<SeedProject, "projectPermissions" | "teamPermissions"> => {
  const idsOf = (isDefault: (one: Definition) => boolean) => all.filter(isDefault).map(({ id }) => id)
  const definitionsOf = (scope: Definition["scope"]) =>
    all
      .filter((one) => one.scope === scope && !one.id.startsWith("$"))
      .map(({ containedIds, description, id }) => ({
        id,
        ...pickDefined({ description }),
        ...(containedIds.length > 0 && { containedPermissionIds: containedIds })
      }))
  return {
    teamPermissions: {
      definitions: definitionsOf("team"),
      creatorDefaults: idsOf((one) => one.isCreatorDefault),
      memberDefaults: idsOf((one) => one.isMemberDefault)
    },
    projectPermissions: { definitions: definitionsOf("project"), userDefaults: idsOf((one) => one.isUserDefault) }
  }
}

const exportProviders = (
  providers: ReadonlyArray<OfferedProvider>,
  counter: Counter
): ReadonlyArray<SeedOAuthProvider> =>
  providers.flatMap((provider): ReadonlyArray<SeedOAuthProvider> => {
    const { clientId, clientSecret, enabled, endpoints, facebookConfigId, id, microsoftTenantId, type } = provider
    const shared = sharedProviderIds.find((one) => one === id)
    if (type === "shared" && shared !== undefined) return [{ type, id: shared, enabled }]
    if (clientSecret instanceof CannotDecrypt) {
      counter.add("providers whose client secret cannot be decrypted", 1)
      return []
    }
    const hasClient = clientId !== null && clientSecret !== null && Redacted.value(clientSecret) !== ""
    if (type === "standard" && (hasClient || endpoints === EMBEDDED)) {
      return [
        {
          type,
          id,
          enabled,
          ...pickDefined({ clientId, clientSecret, facebookConfigId, microsoftTenantId, endpoints })
        }
      ]
    }
    counter.add("providers without a client", 1)
    return []
  })

/** Counts the rows of tables that a seed has nothing of. */
const countOthers = Effect.fnUntraced(function* (projectId: string, counter: Counter) {
  const sql = yield* SqlClient.SqlClient
  const others = [
    ["API keys of users and teams", sql`user_team_api_keys`],
    ["invitations to teams", sql`team_invitations`],
    [
      "sets of API keys besides the development keys",
      sql`(SELECT project_id FROM api_key_sets WHERE is_initial = 0 AND revoked_at IS NULL) AS other_sets`
    ]
  ] as const
  for (const [what, table] of others) {
    const row = yield* counts.first(sql`SELECT count(*) AS count FROM ${table} WHERE project_id = ${projectId}`)
    counter.add(what, row?.count ?? 0)
  }
})
