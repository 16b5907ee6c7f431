/** Adds users to teams, and creates teams. */
import { Clock, Effect } from "effect"
import { noteTargets } from "../../audit/current-audit.ts"
import { UserNotFound } from "../../../core/errors/user.ts"
import type { ServerTeamCreate } from "../../../core/schema/server-team.ts"
import type { TeamDefaultFor } from "../permissions/definition-store.ts"
import { GrantStore, type GrantHolder } from "../permissions/grant-store.ts"
import type { TeamRecord } from "../../sql/records/team-record.ts"
import { inTransaction } from "../../sql/rows.ts"
import { MembershipStore } from "../team-members/membership-store.ts"
import { TeamStore } from "./team-store.ts"
import { randomUUID } from "node:crypto"

/**
 * Adds a user with the default permissions of creators or members. They are copied, so that later changes of the
 * defaults do not affect members. Fails with `UniqueViolation` if the user is a member already.
 */
export const joinTeam = Effect.fnUntraced(function* (member: GrantHolder, as: TeamDefaultFor) {
  const memberships = yield* MembershipStore
  const added = yield* memberships.add(member, yield* Clock.currentTimeMillis)
  if (!added) return yield* new UserNotFound()
  yield* (yield* GrantStore).grantDefaults(member, as)
}, inTransaction)

/** Creates a team, now if no time is given. Its creator joins it without selecting it. */
export const createTeam = Effect.fnUntraced(function* (
  projectId: string,
  team: Omit<ServerTeamCreate, "creatorUserId">,
  creatorId: string | null,
  createdAt?: Date
) {
  const record: TeamRecord = {
    id: randomUUID(),
    projectId,
    displayName: team.displayName,
    profileImageUrl: team.profileImageUrl ?? null,
    clientMetadata: team.clientMetadata ?? null,
    clientReadOnlyMetadata: team.clientReadOnlyMetadata ?? null,
    serverMetadata: team.serverMetadata ?? null,
    createdAt: createdAt ?? new Date(yield* Clock.currentTimeMillis)
  }
  yield* (yield* TeamStore).insert(record)
  yield* noteTargets({ team_id: record.id })
  if (creatorId !== null) {
    yield* joinTeam({ projectId, teamId: record.id, userId: creatorId }, "creator").pipe(
      // A new team has no members.
      Effect.catchTag("UniqueViolation", Effect.die)
    )
  }
  return record
}, inTransaction)
