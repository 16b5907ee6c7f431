/** The teams of a project in a seed. */
import { Clock, Effect, Schema } from "effect"
import { IsoTime } from "../../../core/schema/fields/iso-time.ts"
import { Metadata } from "../../../core/schema/fields/json.ts"
import { PermissionId } from "../../../core/schema/fields/permission-id.ts"
import { ProfileImageUrl } from "../../../core/schema/fields/url.ts"
import { isUuid } from "../../../core/schema/fields/is-uuid.ts"
import { Uuid } from "../../../core/schema/fields/uuid.ts"
import { ChannelStore } from "../../resources/contact-channels/channel-store.ts"
import { DefinitionStore } from "../../resources/permissions/definition-store.ts"
import { UserStore } from "../../resources/users/user-store.ts"
import { ImportStore } from "../../transfer/import-store.ts"
import type { TransferMembership } from "../../transfer/record.ts"
import { type SeedProblem, seedInvalid } from "./seed-invalid.ts"

const SeedMember = Schema.Struct({
  /** The id or the email of a user of the project. */
  user: Schema.String,
  /** The permissions that are granted in the team. Default: those of a user who joins it. */
  permissionIds: Schema.optionalKey(Schema.Array(PermissionId)),
  /** The user has selected the team. Default false. */
  isSelected: Schema.optionalKey(Schema.Boolean),
  /** The team is the user's personal one, as of a sign-up with `createTeamOnSignUp`. Default false. */
  isPersonal: Schema.optionalKey(Schema.Boolean),
  /** The name that the team shows instead of the user's own. */
  displayName: Schema.optionalKey(Schema.String),
  /** The image that the team shows instead of the user's own. */
  profileImageUrl: Schema.optionalKey(ProfileImageUrl)
})
type SeedMember = typeof SeedMember.Type

export const SeedTeam = Schema.Struct({
  id: Uuid,
  displayName: Schema.String,
  profileImageUrl: Schema.optionalKey(ProfileImageUrl),
  clientMetadata: Schema.optionalKey(Metadata),
  clientReadOnlyMetadata: Schema.optionalKey(Metadata),
  serverMetadata: Schema.optionalKey(Metadata),
  /** Default: now. */
  createdAt: Schema.optionalKey(IsoTime),
  members: Schema.optionalKey(Schema.Array(SeedMember))
})
export type SeedTeam = typeof SeedTeam.Type

type Path = SeedProblem["path"]

/** Returns the id of the user of a member. */
const userIdOf = Effect.fnUntraced(function* (projectId: string, { user }: SeedMember, path: Path) {
  const id = isUuid(user) ? user.toLowerCase() : yield* (yield* ChannelStore).findUserByAuthEmail(projectId, user)
  if (id !== null && (yield* (yield* UserStore).exists(projectId, id))) return id
  return yield* seedInvalid([...path, "user"], `the project ${projectId} has no user ${user}`)
})

const membersOf = Effect.fnUntraced(function* (projectId: string, team: SeedTeam, path: Path) {
  const definitions = (yield* (yield* DefinitionStore).list(projectId)).filter(({ scope }) => scope === "team")
  const defined = new Set(definitions.map(({ id }) => id))
  const defaults = definitions.filter((one) => one.isMemberDefault).map(({ id }) => id)
  const members = new Map<string, TransferMembership>()
  for (const [index, member] of (team.members ?? []).entries()) {
    const memberPath = [...path, "members", index]
    const userId = yield* userIdOf(projectId, member, memberPath)
    const permissionIds = [...new Set(member.permissionIds ?? defaults)]
    const unknown = permissionIds.findIndex((id) => !defined.has(id))
    if (unknown >= 0) {
      return yield* seedInvalid(
        [...memberPath, "permissionIds", unknown],
        `the project ${projectId} has no team permission ${permissionIds[unknown]}`
      )
    }
    if (members.has(userId))
      return yield* seedInvalid(memberPath, `the team ${team.id} has the member ${member.user} twice`)
    members.set(userId, {
      type: "membership",
      teamId: team.id.toLowerCase(),
      userId,
      isSelected: member.isSelected ?? false,
      isPersonal: member.isPersonal ?? false,
      displayName: member.displayName ?? null,
      profileImageUrl: member.profileImageUrl ?? null,
      permissionIds,
      createdAt: new Date(yield* Clock.currentTimeMillis)
    })
  }
  return [...members.values()]
})

/** Adds the teams that do not exist, with their members. Belongs in a transaction. */
export const saveTeams = Effect.fnUntraced(function* (projectId: string, teams: ReadonlyArray<SeedTeam>, path: Path) {
  const store = yield* ImportStore
  const known = yield* store.knownTeams(
    projectId,
    teams.map(({ id }) => id.toLowerCase())
  )
  for (const [index, team] of teams.entries()) {
    const teamPath = [...path, index]
    const id = team.id.toLowerCase()
    if (known.foreign.has(id)) {
      return yield* seedInvalid(teamPath, `the team ${id} of the project ${projectId} belongs to another project`)
    }
    if (known.own.has(id)) continue
    const members = yield* membersOf(projectId, team, teamPath)
    const record = {
      type: "team" as const,
      id,
      displayName: team.displayName,
      profileImageUrl: team.profileImageUrl ?? null,
      clientMetadata: team.clientMetadata ?? null,
      clientReadOnlyMetadata: team.clientReadOnlyMetadata ?? null,
      serverMetadata: team.serverMetadata ?? null,
      createdAt: team.createdAt ?? new Date(yield* Clock.currentTimeMillis)
    }
    yield* Effect.orDie(store.insertTeams(projectId, [record]))
    yield* store
      .insertMemberships(projectId, members)
      .pipe(
        Effect.catchTag("UniqueViolation", () =>
          Effect.fail(seedInvalid(teamPath, `a member of the team ${id} has selected another team already`))
        )
      )
  }
})
