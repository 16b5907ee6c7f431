/** Creates the owners of projects and the links on which they set a password, for commands beside the service. */
import { Clock, Context, Effect, Layer, Redacted, type Schema } from "effect"
import { isEmail } from "../../core/schema/fields/email-pattern.ts"
import type { SupportedLanguage } from "../../core/schema/supported-languages.ts"
import { noteTargets } from "../audit/current-audit.ts"
import { ownerLinkTemplate } from "../mail/default-templates.ts"
import { textsOf } from "../mail/texts/texts-of.ts"
import { ChannelStore } from "../resources/contact-channels/channel-store.ts"
import { Mailer } from "../resources/emails/mailer.ts"
import { forgetSecondFactor } from "../resources/mfa/forget-second-factor.ts"
import { addOwner, ownedIn, removeOwner } from "../resources/projects/project-owners.ts"
import { ProjectStore } from "../resources/projects/project-store.ts"
import { revokeSessions } from "../resources/sessions/revoke-sessions.ts"
import { blankUser, createUser } from "../resources/users/create-user.ts"
import type { UsersOfPage } from "../resources/users/list-users.ts"
import { UserStore } from "../resources/users/user-store.ts"
import { withCode } from "../resources/verification-codes/mail-code.ts"
import { issueCode } from "../resources/verification-codes/verification-codes.ts"
import { INTERNAL_PROJECT_ID } from "../sql/records/project-record.ts"
import type { UserRecord } from "../sql/records/user-record.ts"
import { inTransaction } from "../sql/rows.ts"
import { AdministrationRefused } from "./administration-refused.ts"
import { findProject } from "./find-project.ts"
import { ownerHandlerUrl, saveOwnersProject } from "./owners-project.ts"
import { ownerStores } from "./owner-stores.ts"
import { randomUUID } from "node:crypto"
import { DAY_MILLIS } from "../time/durations.ts"

export interface Owner {
  readonly id: string
  /** `null` if the owner has no primary address. */
  readonly email: string | null
  readonly projectIds: ReadonlyArray<string>
  /** True if the owner has used a link. */
  readonly hasPassword: boolean
  readonly hasPasskey: boolean
  readonly hasSecondFactor: boolean
}

/** A link on which the owner sets a password, once. */
export interface OwnerLink {
  /** The id of the owner. */
  readonly id: string
  /** The address to which it is mailed. */
  readonly email: string
  readonly url: Redacted.Redacted<string>
  readonly expiresAt: Date
}

export type OwnerName = Pick<Owner, "id" | "email">

/** Functions with a parameter `owner` accept the id of an owner, and each address of theirs. */
export class OwnerAdministration extends Context.Service<
  OwnerAdministration,
  {
    /** Creates an owner of the projects, and mails the link. Default: all present projects. */
    readonly create: (
      email: string,
      projectIds: ReadonlyArray<string> | undefined
    ) => Effect.Effect<OwnerLink, AdministrationRefused>
    /** Lists the owners, the oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<Owner>>
    /**
     * Makes another link, and mails it. A former one is valid until it expires or one of them is used. Fails if the
     * owner does not sign in with the address, or has not verified it.
     */
    readonly link: (owner: string) => Effect.Effect<OwnerLink, AdministrationRefused>
    /** Fails if the owner does not sign in with the named address, or has not verified it. */
    readonly addProject: (owner: string, projectId: string) => Effect.Effect<OwnerName, AdministrationRefused>
    readonly removeProject: (owner: string, projectId: string) => Effect.Effect<OwnerName, AdministrationRefused>
    /** Ends all sessions of the owner. */
    readonly signOut: (owner: string) => Effect.Effect<OwnerName, AdministrationRefused>
    /** Removes the second factor and the recovery codes, and signs the owner out everywhere. */
    readonly resetSecondFactor: (owner: string) => Effect.Effect<OwnerName, AdministrationRefused>
    /** Deletes the owner. The projects stay. */
    readonly remove: (owner: string) => Effect.Effect<OwnerName, AdministrationRefused>
  }
>()("keystile/service/OwnerAdministration") {}

/** The lifetime of a link, in milliseconds. */
const LINK_MILLIS = DAY_MILLIS

/** The number of owners that are read at once. */
const OWNERS_PAGE = 250

const refuse = (problem: string) => new AdministrationRefused({ problems: [problem] })

const toOwner = (user: UserRecord): Owner => ({
  id: user.id,
  email: user.primaryEmail,
  projectIds: ownedIn(user.serverMetadata),
  hasPassword: user.hasPassword,
  hasPasskey: user.passkeyAuthEnabled,
  hasSecondFactor: user.totpSecret !== null
})

const nameOf = ({ id, primaryEmail }: UserRecord): OwnerName => ({ id, email: primaryEmail })

/**
 * Finds an owner by the id or by any address of theirs, also one that is unverified or not used for sign-in: owners
 * change their addresses themselves, and the operator removes them nevertheless.
 */
const findOwner = Effect.fnUntraced(function* (name: string) {
  const ids = isEmail(name) ? yield* (yield* ChannelStore).findUsersByEmail(INTERNAL_PROJECT_ID, name) : [name]
  const [id] = ids
  if (ids.length > 1) {
    return yield* refuse(`Several owners have this address. Choose one by its id: ${ids.join(", ")}.`)
  }
  const user = id === undefined ? null : yield* (yield* UserStore).find(INTERNAL_PROJECT_ID, id)
  if (user === null) {
    return yield* refuse("There is no owner with this address or id. `keystile owner list` shows the owners.")
  }
  yield* noteTargets({ user_id: user.id })
  return user
})

const isSignInAddress = (userId: string, address: string) =>
  Effect.map(
    Effect.flatMap(ChannelStore, (channels) => channels.findResetTarget(INTERNAL_PROJECT_ID, address)),
    (target) => target?.userId === userId
  )

const NO_SIGN_IN_ADDRESS =
  "The owner does not sign in with this address, or has not verified it. Name another one, or the id."

/** Returns the address to which a link is mailed: the named one, or for an id one of theirs, the primary one first. */
const linkAddressOf = Effect.fnUntraced(function* (userId: string, name: string) {
  const channels = yield* ChannelStore
  const isNamed = isEmail(name)
  const ofOwner = Effect.map(channels.list(INTERNAL_PROJECT_ID, userId), (all) =>
    all.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary)).map(({ value }) => value)
  )
  for (const address of isNamed ? [name] : yield* ofOwner) {
    if (yield* isSignInAddress(userId, address)) return address
  }
  const problem = isNamed
    ? NO_SIGN_IN_ADDRESS
    : "The owner has no verified address for sign-in. Remove the owner, and create them again."
  return yield* refuse(problem)
})

/** The number of projects that a mail names. */
const MAX_NAMED = 3

/** Returns the names of projects in a language: `Fernhill, Quayside and 4 other projects`. */
const namesOf = Effect.fnUntraced(function* (projectIds: ReadonlyArray<string>) {
  const projects = yield* ProjectStore
  const found = yield* Effect.forEach(projectIds.slice(0, MAX_NAMED), projects.find)
  const names = found.flatMap((project) => (project === null ? [] : [project.displayName]))
  const count = projectIds.length - names.length
  return (language: SupportedLanguage): string => {
    const { otherProjects, someProjects } = textsOf[language]
    if (names.length === 0) return someProjects
    const others = otherProjects[new Intl.PluralRules(language).select(count)] ?? otherProjects.other
    const more = count === 0 ? [] : [others.replace("{count}", String(count))]
    // British English has no comma before the last name.
    return new Intl.ListFormat(language === "en-US" ? "en-GB" : language).format([...names, ...more])
  }
})

/** Belongs in a transaction. */
const linkOf = Effect.fnUntraced(function* (
  { id: userId, language }: Pick<UserRecord, "id" | "language">,
  email: string,
  projectIds: ReadonlyArray<string>
) {
  const callbackUrl = `${(yield* ownerHandlerUrl).href}/password-reset`
  const { code, expiresAt } = yield* issueCode({
    projectId: INTERNAL_PROJECT_ID,
    userId,
    kind: "password_reset",
    callbackUrl,
    data: { email, user_id: userId },
    lifetimeMillis: LINK_MILLIS
  })
  const url = withCode(callbackUrl, Redacted.value(code))
  const namesIn = yield* namesOf(projectIds)
  yield* (yield* Mailer).send({
    projectId: INTERNAL_PROJECT_ID,
    type: "password_reset",
    to: email,
    language,
    expiresAt,
    template: ownerLinkTemplate,
    variables: (language) => ({ passwordResetLink: url, ownedProjects: namesIn(language) })
  })
  return { id: userId, email, url: Redacted.make(url), expiresAt: new Date(expiresAt) }
})

const create = Effect.fnUntraced(function* (email: string, projectIds: ReadonlyArray<string> | undefined) {
  if (!isEmail(email)) return yield* refuse("The address is not an email address.")
  yield* saveOwnersProject
  const projects = yield* (yield* ProjectStore).list
  const all = projects.map(({ id }) => id).filter((id) => id !== INTERNAL_PROJECT_ID)
  const managedProjectIds =
    projectIds === undefined ? all : (yield* Effect.forEach(projectIds, findProject)).map(({ id }) => id)
  const userId = randomUUID()
  const serverMetadata: Schema.Json = { managedProjectIds }
  // The operator vouches for the address, so it is verified.
  yield* createUser({
    user: { ...blankUser(INTERNAL_PROJECT_ID, userId, yield* Clock.currentTimeMillis), serverMetadata },
    primaryEmail: { value: email, isVerified: true, usedForAuth: true },
    passwordHash: null
  }).pipe(
    Effect.catchTag("UserEmailAlreadyExists", () =>
      refuse("There is an owner with this address. `keystile owner link` makes another link.")
    )
  )
  return yield* linkOf({ id: userId, language: null }, email, managedProjectIds)
}, inTransaction)

const link = Effect.fnUntraced(function* (name: string) {
  yield* saveOwnersProject
  const owner = yield* findOwner(name)
  return yield* linkOf(owner, yield* linkAddressOf(owner.id, name), ownedIn(owner.serverMetadata))
}, inTransaction)

const addProject = Effect.fnUntraced(function* (name: string, projectId: string) {
  const user = yield* findOwner(name)
  // Another owner may have added this address to their account without a proof.
  if (isEmail(name) && !(yield* isSignInAddress(user.id, name))) return yield* refuse(NO_SIGN_IN_ADDRESS)
  const { id } = yield* findProject(projectId)
  yield* noteTargets({ project_id: id })
  if (!ownedIn(user.serverMetadata).includes(id)) yield* addOwner(user.id, id)
  return nameOf(user)
}, inTransaction)

const removeProject = Effect.fnUntraced(function* (name: string, projectId: string) {
  const user = yield* findOwner(name)
  if (!ownedIn(user.serverMetadata).includes(projectId)) return yield* refuse("The owner does not own this project.")
  yield* noteTargets({ project_id: projectId })
  yield* removeOwner(user.id, projectId)
  return nameOf(user)
}, inTransaction)

const signOut = Effect.fnUntraced(function* (name: string) {
  const user = yield* findOwner(name)
  yield* revokeSessions(INTERNAL_PROJECT_ID, user.id)
  return nameOf(user)
}, inTransaction)

const resetSecondFactor = Effect.fnUntraced(function* (name: string) {
  const user = yield* findOwner(name)
  yield* (yield* UserStore).update({ ...user, totpSecret: null })
  yield* forgetSecondFactor(user.id)
  yield* revokeSessions(INTERNAL_PROJECT_ID, user.id)
  return nameOf(user)
}, inTransaction)

const remove = Effect.fnUntraced(function* (name: string) {
  const user = yield* findOwner(name)
  yield* (yield* UserStore).remove(INTERNAL_PROJECT_ID, user.id)
  return nameOf(user)
}, inTransaction)

const list = Effect.gen(function* () {
  const store = yield* UserStore
  const owners: Array<Owner> = []
  let from: UsersOfPage["next"] = null
  do {
    const page = { teamId: null, text: null, from, newestFirst: false, limit: OWNERS_PAGE }
    const read: UsersOfPage = yield* store.page(INTERNAL_PROJECT_ID, page)
    owners.push(...read.users.map(toOwner))
    from = read.next
  } while (from !== null)
  return owners
})

const layerNoDeps = Layer.effect(
  OwnerAdministration,
  Effect.gen(function* () {
    const context = yield* Effect.context<
      Effect.Services<ReturnType<typeof create | typeof resetSecondFactor | typeof addProject>> | UserStore
    >()
    return OwnerAdministration.of({
      create: (email, projectIds) => Effect.provideContext(create(email, projectIds), context),
      list: Effect.provideContext(list, context),
      link: (owner) => Effect.provideContext(link(owner), context),
      addProject: (owner, projectId) => Effect.provideContext(addProject(owner, projectId), context),
      removeProject: (owner, projectId) => Effect.provideContext(removeProject(owner, projectId), context),
      signOut: (owner) => Effect.provideContext(signOut(owner), context),
      resetSecondFactor: (owner) => Effect.provideContext(resetSecondFactor(owner), context),
      remove: (owner) => Effect.provideContext(remove(owner), context)
    })
  })
)

/** Without handlers and dispatchers: the service that runs sends the mails. */
export const layer = Layer.provide(layerNoDeps, ownerStores)
