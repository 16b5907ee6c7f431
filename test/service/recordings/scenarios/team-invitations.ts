/** Invitations to teams. */
import { Effect } from "effect"
import { asClient, withToken } from "../../fixture.ts"
import { invitationCode } from "../../setup/mailed-codes.ts"
import { aCreator, aMember, anInvitation, aPowerlessMember, aUser, signedIn } from "../../setup/users.ts"
import { done } from "../../setup/project.ts"
import { at } from "../scenario.ts"

const withAnInvitation = Effect.gen(function* () {
  const { team, user } = yield* aCreator
  return { user, team, invitation: yield* anInvitation(team) }
})

const listed = Effect.map(withAnInvitation, ({ team, user }) => ({ user, ids: [team] }))

/** Somebody who was invited to the team of another. */
const invited = Effect.gen(function* () {
  const { team } = yield* aCreator
  const user = yield* aUser
  return { user, body: { code: yield* invitationCode(team, user.email) } }
})

const inviting = Effect.map(aCreator, ({ team, user }) => ({ user, body: { team_id: team } }))

export const teamInvitations = [
  at(140, "GET /team-invitations server 200", listed),
  at(141, "GET /team-invitations client 200", listed),
  at(142, "GET /team-invitations server 400 SCHEMA_ERROR"),
  at(
    143,
    "GET /team-invitations client 401 TEAM_PERMISSION_REQUIRED",
    Effect.map(aPowerlessMember, ({ team, user }) => ({ user, ids: [team] }))
  ),
  at(
    144,
    "DELETE /team-invitations/* client 200",
    Effect.map(withAnInvitation, ({ invitation, team, user }) => ({ user, ids: [invitation, team] }))
  ),
  at(145, "POST /team-invitations/accept client 200", invited),
  at(146, "POST /team-invitations/accept/check-code client 200", invited),
  at(147, "POST /team-invitations/accept/check-code client 400 SCHEMA_ERROR", signedIn),
  at(
    148,
    "POST /team-invitations/accept/check-code client 409 VERIFICATION_CODE_ALREADY_USED",
    Effect.tap(invited, ({ body, user }) =>
      done("POST", "/team-invitations/accept", body, withToken(user.accessToken, asClient))
    )
  ),
  at(149, "POST /team-invitations/accept/details client 200", invited),
  at(
    150,
    "DELETE /team-invitations/* client 401 TEAM_PERMISSION_REQUIRED",
    Effect.gen(function* () {
      const { team, user } = yield* aMember
      return { user, ids: [yield* anInvitation(team), team] }
    })
  ),
  at(151, "POST /team-invitations/send-code client 200", inviting),
  at(152, "POST /team-invitations/send-code server 200", inviting),
  at(
    153,
    "POST /team-invitations/send-code client 401 TEAM_PERMISSION_REQUIRED",
    Effect.map(aPowerlessMember, ({ team, user }) => ({ user, body: { team_id: team } }))
  )
]
