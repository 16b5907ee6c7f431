/**
 * Applies a seed to a database in one transaction.
 *
 * At every start, projects get the names, settings, domains, keys and webhooks of the seed. Missing users and teams are
 * added. Existing ones are unchanged: a password that was changed in the application stays changed.
 */
import { Clock, Effect } from "effect"
import { HUNDRED_YEARS_MILLIS, newDevelopmentKey } from "../../resources/api-keys/new-api-key.ts"
import { PasswordHasher } from "../../crypto/password-hasher.ts"
import { DefinitionStore } from "../../resources/permissions/definition-store.ts"
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
import { SessionStore } from "../../resources/sessions/session-store.ts"
import { INTERNAL_PROJECT_ID } from "../../sql/records/project-record.ts"
import { inTransaction } from "../../sql/rows.ts"
import { ChannelStore } from "../../resources/contact-channels/channel-store.ts"
import { blankUser, createUser } from "../../resources/users/create-user.ts"
import { notRestricted, restrictionAfter } from "../../resources/users/restriction.ts"
import { UserStore } from "../../resources/users/user-store.ts"
import * as ImportStore from "../../transfer/import-store.ts"
import { AreEventsRaised } from "../../webhooks/outbox.ts"
import { saveTarget } from "../../webhooks/save-target.ts"
import { saveMailTemplates } from "./mail-templates.ts"
import { saveOAuthProviders } from "./oauth-provider.ts"
import type { Seed, SeedProject, SeedUser } from "./seed.ts"
import { type SeedProblem, seedInvalid } from "./seed-invalid.ts"
import { saveTeams } from "./team.ts"
import { encryptedColumns } from "../../crypto/secrets/encrypted-columns.ts"
import { Encryption } from "../../crypto/secrets/encryption.ts"
import { randomUUID } from "node:crypto"

type Path = SeedProblem["path"]

/** The step before a seed in its transaction. */
interface Preparation<E, R> {
  readonly prepare: Effect.Effect<void, E, R>
  /** True if it deletes all users. */
  readonly isEmptying: boolean
}

const noPreparation: Preparation<never, never> = { prepare: Effect.void, isEmptying: false }

/** Applies a seed. Adds the service's own project if the seed does not have it. */
export const applySeed = <E = never, R = never>(seed: Seed, preparation: Preparation<E, R> = noPreparation) =>
  Effect.gen(function* () {
    const all: ReadonlyArray<SeedProject> = seed.projects.some(({ id }) => id === INTERNAL_PROJECT_ID)
      ? seed.projects
      : [...seed.projects, { id: INTERNAL_PROJECT_ID, displayName: "Internal" }]
    const placed = all.map((project, index) => ({ project, path: ["projects", index] }))
    const hashes = yield* hashPasswords(all, preparation.isEmptying)
    yield* inTransaction(
      Effect.gen(function* () {
        yield* preparation.prepare
        for (const { path, project } of placed) {
          yield* saveProject(project, path)
          for (const target of project.webhooks ?? []) yield* saveTarget(project.id, target)
        }
        for (const { path, project } of placed) {
          for (const [index, user] of (project.users ?? []).entries()) {
            yield* saveUser(project, user, hashes.get(user) ?? null, [...path, "users", index])
          }
          if (project.teams !== undefined) yield* saveTeams(project.id, project.teams, [...path, "teams"])
        }
      })
    )
  }).pipe(Effect.provide(ImportStore.layer), Effect.provideService(AreEventsRaised, false))

/** Applies the default seed to an empty database. Only one of several processes finds it empty. */
export const applyFirstStart = Effect.suspend(() => inTransaction(Effect.flatMap(seedOfFirstStart, applySeed)))

/** The default seed: one project if the database is empty. */
const seedOfFirstStart = Effect.gen(function* () {
  const projects = yield* ProjectStore
  const isFirst = (yield* projects.list).length === 0
  return isFirst ? defaultSeed(randomUUID()) : { projects: [] }
})

/** The seed of a service that starts without one, with the id of its project. */
export const defaultSeed = (projectId: string): Seed => ({ projects: [projectToStartWith(projectId, "My project")] })

/** Adds a project like that of the default seed and returns its id. */
export const startProject = Effect.fnUntraced(function* (displayName: string) {
  const project = projectToStartWith(randomUUID(), displayName)
  const { current } = yield* DefaultProjectSettings
  yield* inTransaction(saveProject(project, [], current))
  return project.id
})

/** A project with passwords, all providers on pages of the service, and readable keys. */
const projectToStartWith = (id: string, displayName: string): SeedProject => ({
  id,
  displayName,
  config: { oauthProviders: sharedProviderIds.map((id) => ({ type: "shared" as const, id })) }
})

const saveProject = Effect.fnUntraced(function* (
  project: SeedProject,
  path: Path,
  unlessSeeded: NewProjectSettings = {}
) {
  const projects = yield* ProjectStore
  const now = yield* Clock.currentTimeMillis
  const before = yield* projects.find(project.id)
  const known = before ?? blankProject(project.id, now)
  const { id, domains, config, description, displayName, isProductionMode, teamPermissions } = project
  const { logoDarkModeUrl, logoUrl, nativeAppOrigins, projectPermissions } = project
  if (before === null) yield* addProject(known, { ...unlessSeeded, ...(teamPermissions && { teamPermissions }) })
  else if (teamPermissions !== undefined) {
    yield* refuseTakenIds(saveTeamPermissions(id, teamPermissions), project, [...path, "teamPermissions"])
  }
  if (projectPermissions !== undefined) {
    yield* refuseTakenIds(saveProjectPermissions(id, projectPermissions), project, [...path, "projectPermissions"])
  }
  const { allowPlainCodeChallenge, emailConfig, oauthProviders, signUpProof, ...settings } = config ?? {}
  const saved = {
    ...known,
    ...settings,
    displayName,
    description: description ?? known.description,
    isProductionMode: isProductionMode ?? known.isProductionMode,
    logoUrl: logoUrl ?? known.logoUrl,
    logoDarkModeUrl: logoDarkModeUrl ?? known.logoDarkModeUrl
  }
  yield* projects.update(saved)
  yield* (yield* SessionStore).applyRules(id, saved, now)
  if (domains !== undefined) yield* projects.setDomains(id, domains)
  if (nativeAppOrigins !== undefined) yield* projects.setNativeAppOrigins(id, nativeAppOrigins)
  if (emailConfig !== undefined) yield* (yield* EmailConfigStore).set(id, emailConfig)
  if (signUpProof !== undefined) {
    yield* (yield* SignUpProofSettingStore).set(id, signUpProof.type === "none" ? null : signUpProof)
  }
  if (oauthProviders !== undefined) yield* saveOAuthProviders(id, oauthProviders)
  if (allowPlainCodeChallenge !== undefined) {
    yield* (yield* OAuthProviderStore).allowPlainChallenge(id, allowPlainCodeChallenge)
  }
  yield* saveMailTemplates(id, project.mailTemplates ?? [], [...path, "mailTemplates"])
  yield* saveKeys(project, now)
})

/** Names the permission of the seed whose id a permission of the other scope has in the database. */
const refuseTakenIds = <A, E, R>(
  save: Effect.Effect<A, E | DefinedInOtherScope, R>,
  { id: projectId }: SeedProject,
  path: Path
) =>
  Effect.catchIf(
    save,
    (error) => error instanceof DefinedInOtherScope,
    ({ id, scope }) =>
      Effect.fail(
        seedInvalid(
          path,
          `the project ${projectId} has a ${scope} permission ${id} already; choose another id for the new one`
        )
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

/** Returns whether the project has the user. */
const isKnown = Effect.fnUntraced(function* (projectId: string, { email, id }: SeedUser) {
  if (id !== undefined) return yield* (yield* UserStore).exists(projectId, id.toLowerCase())
  return email !== undefined && (yield* (yield* ChannelStore).findUserByAuthEmail(projectId, email)) !== null
})

/** Hashes the passwords of missing users. It takes long, so it runs before the transaction, in parallel. */
const hashPasswords = Effect.fnUntraced(function* (projects: ReadonlyArray<SeedProject>, areAllMissing: boolean) {
  const hasher = yield* PasswordHasher
  const store = yield* ProjectStore
  const hashes = new Map<SeedUser, string>()
  yield* Effect.forEach(
    projects.flatMap(({ id, users = [] }) => users.map((user) => ({ id, user }))),
    Effect.fnUntraced(function* ({ id, user }) {
      const { password } = user
      if (password === undefined) return
      // A deleted project has users until they are deleted in batches.
      const isProjectMissing = areAllMissing || (yield* store.find(id)) === null
      if (!isProjectMissing && (yield* isKnown(id, user))) return
      hashes.set(user, yield* Effect.orDie(hasher.hash(password)))
    }),
    { concurrency: "unbounded", discard: true }
  )
  return hashes
})

/** Adds a user who does not exist. Belongs in a transaction. */
const saveUser = Effect.fnUntraced(function* (project: SeedProject, seed: SeedUser, hash: string | null, path: Path) {
  if (yield* isKnown(project.id, seed)) return
  const id = seed.id?.toLowerCase()
  if (id !== undefined && (yield* (yield* UserStore).projectOf(id)) !== null) {
    return yield* seedInvalid(path, `the user ${id} of the project ${project.id} belongs to another project`)
  }
  yield* requirePermissions(project.id, seed.permissionIds ?? [], [...path, "permissionIds"])
  const signedUpAt = seed.signedUpAt?.getTime() ?? (yield* Clock.currentTimeMillis)
  const blank = blankUser(project.id, id ?? randomUUID(), signedUpAt)
  const { encrypt } = yield* Encryption
  const created = createUser({
    user: {
      ...blank,
      displayName: seed.displayName ?? null,
      profileImageUrl: seed.profileImageUrl ?? null,
      clientMetadata: seed.clientMetadata ?? null,
      clientReadOnlyMetadata: seed.clientReadOnlyMetadata ?? null,
      serverMetadata: seed.serverMetadata ?? null,
      language: seed.language ?? null,
      ...restrictionAfter(notRestricted, seed),
      totpSecret: seed.totpSecret ? encrypt(encryptedColumns.totpSecret, [blank.id], seed.totpSecret) : null
    },
    primaryEmail:
      seed.email === undefined
        ? null
        : { value: seed.email, isVerified: seed.emailVerified ?? false, usedForAuth: seed.emailUsedForAuth ?? true },
    passwordHash: seed.passwordHash ?? hash,
    ...(seed.permissionIds !== undefined && { permissionIds: seed.permissionIds }),
    mayGetTeam: project.teams === undefined
  })
  yield* Effect.catchTag(created, "UserEmailAlreadyExists", () =>
    Effect.fail(seedInvalid([...path, "email"], `the email ${seed.email} belongs to another user already`))
  )
})

const requirePermissions = Effect.fnUntraced(function* (projectId: string, ids: ReadonlyArray<string>, path: Path) {
  const { scopeOf } = yield* DefinitionStore
  for (const [index, id] of ids.entries()) {
    if ((yield* scopeOf(projectId, id)) === "project") continue
    return yield* seedInvalid([...path, index], `the project ${projectId} has no project permission ${id}`)
  }
})
