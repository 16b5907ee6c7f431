/**
 * Applies a seed to a database in one transaction.
 *
 * At every start, projects get the names, settings, domains, keys and webhooks of the seed. Missing users are added.
 * Existing users are unchanged: a password that was changed in the application stays changed.
 */
import { Clock, Effect } from "effect"
import { HUNDRED_YEARS_MILLIS, newDevelopmentKey } from "../../resources/api-keys/new-api-key.ts"
import { PasswordHasher } from "../../crypto/password-hasher.ts"
import { DefinedInOtherScope } from "../../resources/permissions/save-definitions.ts"
import { saveProjectPermissions } from "../../resources/permissions/project-permissions.ts"
import { saveTeamPermissions } from "../../resources/permissions/team-permissions.ts"
import { OAuthProviderStore } from "../../resources/projects/oauth-provider-store.ts"
import { sharedProviderIds } from "../../providers/shared-provider-ids.ts"
import { ApiKeyStore, type InitialKeys } from "../../resources/api-keys/api-key-store.ts"
import {
  addProject,
  blankProject,
  DefaultProjectSettings,
  type NewProjectSettings
} from "../../resources/projects/new-project.ts"
import { EmailConfigStore } from "../../resources/projects/email-config-store.ts"
import { SignUpProofSettingStore } from "../../resources/projects/sign-up-proof-setting-store.ts"
import { ProjectStore } from "../../resources/projects/project-store.ts"
import { INTERNAL_PROJECT_ID } from "../../sql/records/project-record.ts"
import { inTransaction } from "../../sql/rows.ts"
import { ChannelStore } from "../../resources/contact-channels/channel-store.ts"
import { blankUser, createUser } from "../../resources/users/create-user.ts"
import { notRestricted, restrictionAfter } from "../../resources/users/restriction.ts"
import { UserStore } from "../../resources/users/user-store.ts"
import { AreEventsRaised } from "../../webhooks/outbox.ts"
import { saveTarget } from "../../webhooks/save-target.ts"
import { saveOAuthProviders } from "./oauth-provider.ts"
import { type Seed, SeedInvalid, type SeedProject, type SeedUser } from "./seed.ts"
import { encryptedColumns } from "../../crypto/secrets/encrypted-columns.ts"
import { Encryption } from "../../crypto/secrets/encryption.ts"
import { randomUUID } from "node:crypto"

/** Applies a seed. Adds the service's own project if the seed does not have it. */
export const applySeed = Effect.fnUntraced(
  function* (seed: Seed) {
    const all: ReadonlyArray<SeedProject> = seed.projects.some(({ id }) => id === INTERNAL_PROJECT_ID)
      ? seed.projects
      : [...seed.projects, { id: INTERNAL_PROJECT_ID, displayName: "Internal" }]
    // Hashing takes long, so it runs before the transaction, in parallel.
    const users = yield* Effect.forEach(all, (project) =>
      Effect.forEach(project.users ?? [], (user) => newUser(project, user), { concurrency: "unbounded" })
    )
    yield* inTransaction(
      Effect.gen(function* () {
        for (const project of all) {
          yield* saveProject(project)
          for (const target of project.webhooks ?? []) yield* saveTarget(project.id, target)
        }
        for (const missing of users.flat()) {
          if (missing === null) continue
          yield* createUser(missing).pipe(
            Effect.catchTag("UserEmailAlreadyExists", () =>
              Effect.fail(
                new SeedInvalid({
                  problems: [`the email ${missing.primaryEmail?.value} belongs to another user already`]
                })
              )
            )
          )
        }
      })
    )
  },
  Effect.provideService(AreEventsRaised, false)
)

/** Applies the default seed to an empty database. Only one of several processes finds it empty. */
export const applyFirstStart = Effect.suspend(() => inTransaction(Effect.flatMap(seedOfFirstStart, applySeed)))

/** The default seed: one project if the database is empty. */
const seedOfFirstStart = Effect.gen(function* () {
  const projects = yield* ProjectStore
  const isFirst = (yield* projects.list).length === 0
  return { projects: isFirst ? [projectToStartWith("My project")] : [] } satisfies Seed
})

/** Adds a project like that of the default seed and returns its id. */
export const startProject = Effect.fnUntraced(function* (displayName: string) {
  const project = projectToStartWith(displayName)
  yield* inTransaction(saveProject(project, yield* DefaultProjectSettings))
  return project.id
})

/** A project with passwords, all providers on pages of the service, and readable keys. */
const projectToStartWith = (displayName: string): SeedProject => ({
  id: randomUUID(),
  displayName,
  config: { oauthProviders: sharedProviderIds.map((id) => ({ type: "shared" as const, id })) }
})

const saveProject = Effect.fnUntraced(function* (project: SeedProject, unlessSeeded: NewProjectSettings = {}) {
  const projects = yield* ProjectStore
  const now = yield* Clock.currentTimeMillis
  const before = yield* projects.find(project.id)
  const known = before ?? blankProject(project.id, now)
  const { id, domains, config, description, displayName, isProductionMode, teamPermissions } = project
  const { logoDarkModeUrl, logoUrl, projectPermissions } = project
  if (before === null) yield* addProject(known, { ...unlessSeeded, ...(teamPermissions && { teamPermissions }) })
  else if (teamPermissions !== undefined) yield* refuseTakenIds(saveTeamPermissions(id, teamPermissions), project)
  if (projectPermissions !== undefined) yield* refuseTakenIds(saveProjectPermissions(id, projectPermissions), project)
  const { allowPlainCodeChallenge, emailConfig, oauthProviders, signUpProof, ...settings } = config ?? {}
  yield* projects.save({
    ...known,
    ...settings,
    displayName,
    description: description ?? known.description,
    isProductionMode: isProductionMode ?? known.isProductionMode,
    logoUrl: logoUrl ?? known.logoUrl,
    logoDarkModeUrl: logoDarkModeUrl ?? known.logoDarkModeUrl
  })
  if (domains !== undefined) yield* projects.setDomains(id, domains)
  if (emailConfig !== undefined) yield* (yield* EmailConfigStore).set(id, emailConfig)
  if (signUpProof !== undefined) {
    yield* (yield* SignUpProofSettingStore).set(id, signUpProof.type === "none" ? null : signUpProof)
  }
  if (oauthProviders !== undefined) yield* saveOAuthProviders(id, oauthProviders)
  if (allowPlainCodeChallenge !== undefined) {
    yield* (yield* OAuthProviderStore).allowPlainChallenge(id, allowPlainCodeChallenge)
  }
  yield* saveKeys(project, now)
})

/** Names the permission of the seed whose id a permission of the other scope has in the database. */
const refuseTakenIds = <A, E, R>(save: Effect.Effect<A, E | DefinedInOtherScope, R>, { id: projectId }: SeedProject) =>
  Effect.catchIf(
    save,
    (error) => error instanceof DefinedInOtherScope,
    ({ id, scope }) =>
      Effect.fail(
        new SeedInvalid({
          problems: [
            `the project ${projectId} has a ${scope} permission ${id} already; choose another id for the new one`
          ]
        })
      )
  )

const saveKeys = Effect.fnUntraced(function* ({ id: projectId, keys = {} }: SeedProject, now: number) {
  const apiKeys = yield* ApiKeyStore
  const known = yield* apiKeys.initialKeys(projectId)
  const wanted: InitialKeys = {
    publishable_client_key: keys.publishableClientKey ?? known.publishable_client_key ?? newDevelopmentKey("pck"),
    secret_server_key: keys.secretServerKey ?? known.secret_server_key ?? newDevelopmentKey("ssk"),
    super_secret_admin_key: keys.superSecretAdminKey ?? known.super_secret_admin_key ?? newDevelopmentKey("sak")
  }
  const isSame =
    wanted.publishable_client_key === known.publishable_client_key &&
    wanted.secret_server_key === known.secret_server_key &&
    wanted.super_secret_admin_key === known.super_secret_admin_key
  if (isSame) return
  yield* apiKeys.saveInitial({
    id: randomUUID(),
    projectId,
    keys: wanted,
    createdAt: now,
    expiresAt: now + HUNDRED_YEARS_MILLIS
  })
})

/** Returns the user to be stored; `null` if they exist already. */
const newUser = Effect.fnUntraced(function* (project: SeedProject, seed: SeedUser) {
  const users = yield* UserStore
  const channels = yield* ChannelStore
  const id = seed.id?.toLowerCase()
  const home = id === undefined ? null : yield* users.projectOf(id)
  if (home !== null && home !== project.id) {
    return yield* new SeedInvalid({
      problems: [`the user ${id} of the project ${project.id} belongs to another project`]
    })
  }
  const isKnown =
    id === undefined
      ? seed.email !== undefined && (yield* channels.findUserByAuthEmail(project.id, seed.email)) !== null
      : home !== null
  if (isKnown) return null
  const hasher = yield* PasswordHasher
  const blank = blankUser(project.id, id ?? randomUUID(), yield* Clock.currentTimeMillis)
  const { encrypt } = yield* Encryption
  return {
    user: {
      ...blank,
      displayName: seed.displayName ?? null,
      profileImageUrl: seed.profileImageUrl ?? null,
      clientMetadata: seed.clientMetadata ?? null,
      clientReadOnlyMetadata: seed.clientReadOnlyMetadata ?? null,
      serverMetadata: seed.serverMetadata ?? null,
      ...restrictionAfter(notRestricted, seed),
      totpSecret: seed.totpSecret ? encrypt(encryptedColumns.totpSecret, [blank.id], seed.totpSecret) : null
    },
    primaryEmail:
      seed.email === undefined
        ? null
        : { value: seed.email, isVerified: seed.emailVerified ?? false, usedForAuth: true },
    passwordHash:
      seed.passwordHash ?? (seed.password === undefined ? null : yield* Effect.orDie(hasher.hash(seed.password)))
  }
})
