/** Memberships, member profiles and permissions. */
import { Effect } from "effect"
import {
  teamCreator,
  teamMember,
  memberWithoutPermissions,
  newUser,
  join,
  type RegisteredUser,
  signedIn
} from "../../setup/users.ts"
import { setUp } from "../../setup/project.ts"
import { at } from "../scenario.ts"

const NOT_DIRECT = "$update_team"

const rename = (user: RegisteredUser, display_name: string) => setUp("PATCH", `/users/${user.id}`, { display_name })

/** The creator of a team acts on a member. */
const creatorAndMember = Effect.map(teamMember, ({ creator, team, user }) => ({ user: creator, ids: [team, user.id] }))

/** A member with a name acts on themself. */
const namedMember = Effect.tap(teamMember, ({ user }) => rename(user, "User 3"))

const grant = (team: string, user: RegisteredUser, permission: string) =>
  setUp("POST", `/team-permissions/${team}/${user.id}/${permission}`, {})

const grantedDirectly = Effect.gen(function* () {
  const { creator, team, user } = yield* teamMember
  yield* grant(team, user, NOT_DIRECT)
  return { user: creator, ids: [team, user.id] }
})

const memberships = [
  at(
    161,
    "POST /team-memberships/*/* server 404 USER_NOT_FOUND",
    Effect.map(teamCreator, ({ team }) => ({ ids: [team] }))
  ),
  at(
    162,
    "POST /team-memberships/*/* client 401 INSUFFICIENT_ACCESS_TYPE",
    Effect.gen(function* () {
      const { team, user } = yield* teamCreator
      return { user, ids: [team, (yield* newUser).id] }
    })
  ),
  at(
    163,
    "DELETE /team-memberships/*/me client 200",
    Effect.map(teamMember, ({ team, user }) => ({ user, ids: [team] }))
  ),
  at(164, "POST /team-memberships/*/* server 409 TEAM_MEMBERSHIP_ALREADY_EXISTS", creatorAndMember),
  at(165, "DELETE /team-memberships/*/* client 200", creatorAndMember),
  at(
    166,
    "DELETE /team-memberships/*/* client 401 TEAM_PERMISSION_REQUIRED",
    Effect.map(teamMember, ({ creator, team, user }) => ({ user, ids: [team, creator.id] }))
  ),
  at(167, "DELETE /team-memberships/*/* server 200", creatorAndMember),
  at(
    168,
    "POST /team-memberships/*/* server 201",
    Effect.gen(function* () {
      const { team, user } = yield* teamCreator
      return { user, ids: [team, (yield* newUser).id] }
    })
  ),
  at(169, "DELETE /team-memberships/*/* server 200", creatorAndMember)
]

const profiles = [
  at(
    154,
    "GET /team-member-profiles client 200",
    Effect.map(namedMember, ({ team, user }) => ({ user, ids: [team] }))
  ),
  at(155, "GET /team-member-profiles client 400", signedIn),
  at(
    156,
    "GET /team-member-profiles client 401 TEAM_PERMISSION_REQUIRED",
    Effect.map(memberWithoutPermissions, ({ team, user }) => ({ user, ids: [team] }))
  ),
  at(157, "PATCH /team-member-profiles/*/* client 403", creatorAndMember),
  at(
    158,
    "GET /team-member-profiles/*/* client 200",
    Effect.map(namedMember, ({ creator, team, user }) => ({ user: creator, ids: [team, user.id] }))
  ),
  at(
    159,
    "GET /team-member-profiles/*/me client 200",
    Effect.map(namedMember, ({ team, user }) => ({ user, ids: [team] }))
  ),
  at(
    160,
    "PATCH /team-member-profiles/*/me client 200",
    Effect.map(teamMember, ({ team, user }) => ({ user, ids: [team] }))
  )
]

const permissions = [
  at(
    177,
    "GET /team-permissions server 200",
    Effect.map(teamCreator, ({ team, user }) => ({ user, ids: [team, user.id] }))
  ),
  at(
    178,
    "GET /team-permissions client 200",
    Effect.map(teamCreator, ({ team, user }) => ({ user, ids: [team] }))
  ),
  at(
    179,
    "GET /team-permissions client 403",
    Effect.map(teamCreator, ({ team, user }) => ({ user, ids: [team] }))
  ),
  at(
    180,
    "POST /team-permissions/*/me/$invite_members server 201",
    Effect.gen(function* () {
      const { team, user: creator } = yield* teamCreator
      const user = yield* newUser
      yield* join(team, user)
      return { user, ids: [team], creator }
    })
  ),
  at(181, "DELETE /team-permissions/*/*/$update_team server 200", grantedDirectly),
  at(182, "DELETE /team-permissions/*/*/$update_team server 401 TEAM_PERMISSION_NOT_FOUND", creatorAndMember),
  at(183, "DELETE /team-permissions/*/*/$update_team client 401 INSUFFICIENT_ACCESS_TYPE", creatorAndMember),
  at(184, "POST /team-permissions/*/*/$update_team server 201", creatorAndMember),
  at(185, "POST /team-permissions/*/*/does_not_exist server 404 PERMISSION_NOT_FOUND", creatorAndMember)
]

export const teamMembers = [...profiles, ...memberships, ...permissions]
