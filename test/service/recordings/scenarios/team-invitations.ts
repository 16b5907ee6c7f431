/** Team invitations. */
import { Effect } from "effect"
import { asClient, withToken } from "../../fixture.ts"
import { invitationCode } from "../../setup/mailed-codes.ts"
import {
  teamCreator,
  teamMember,
  invitationTo,
  memberWithoutPermissions,
  newUser,
  signedIn
} from "../../setup/users.ts"
import { setUp } from "../../setup/project.ts"
import { at } from "../scenario.ts"

const withInvitation = Effect.gen(function* () {
  const { team, user } = yield* teamCreator
  return { user, team, invitation: yield* invitationTo(team) }
})

const listed = Effect.map(withInvitation, ({ team, user }) => ({ user, ids: [team] }))

/** Creates a user with an invitation to another user's team. */
const invited = Effect.gen(function* () {
  const { team } = yield* teamCreator
  const user = yield* newUser
  return { user, body: { code: yield* invitationCode(team, user.email) } }
})

const inviting = Effect.map(teamCreator, ({ team, user }) => ({ user, body: { team_id: team } }))

export const teamInvitations = [
  at(140, "GET /team-invitations server 200", listed),
  at(141, "GET /team-invitations client 200", listed),
  at(142, "GET /team-invitations server 400 SCHEMA_ERROR"),
  at(
    143,
    "GET /team-invitations client 401 TEAM_PERMISSION_REQUIRED",
    Effect.map(memberWithoutPermissions, ({ team, user }) => ({ user, ids: [team] }))
  ),
  at(
    144,
    "DELETE /team-invitations/* client 200",
    Effect.map(withInvitation, ({ invitation, team, user }) => ({ user, ids: [invitation, team] }))
  ),
  at(145, "POST /team-invitations/accept client 200", invited),
  at(146, "POST /team-invitations/accept/check-code client 200", invited),
  at(147, "POST /team-invitations/accept/check-code client 400 SCHEMA_ERROR", signedIn),
  at(
    148,
    "POST /team-invitations/accept/check-code client 409 VERIFICATION_CODE_ALREADY_USED",
    Effect.tap(invited, ({ body, user }) =>
      setUp("POST", "/team-invitations/accept", body, withToken(user.accessToken, asClient))
    )
  ),
  at(149, "POST /team-invitations/accept/details client 200", invited),
  at(
    150,
    "DELETE /team-invitations/* client 401 TEAM_PERMISSION_REQUIRED",
    Effect.gen(function* () {
      const { team, user } = yield* teamMember
      return { user, ids: [yield* invitationTo(team), team] }
    })
  ),
  at(151, "POST /team-invitations/send-code client 200", inviting),
  at(152, "POST /team-invitations/send-code server 200", inviting),
  at(
    153,
    "POST /team-invitations/send-code client 401 TEAM_PERMISSION_REQUIRED",
    Effect.map(memberWithoutPermissions, ({ team, user }) => ({ user, body: { team_id: team } }))
  )
]
