// Examples of the calls about the user's teams. A line `// example: CALL …` begins the example of the calls.
// The pages of the server and the admin tier show them with their own tier.

import * as Client from "keystile/client"
import { Effect } from "effect"

// example: teams.create teams.list
export const firstTeam = Effect.gen(function* () {
  const { teams } = yield* Client.Client
  const [first] = yield* teams.list()
  return first ?? (yield* teams.create({ displayName: "Orchard" }))
})

// example: teams.get
export const nameOfTeam = (teamId: string) =>
  Effect.gen(function* () {
    const { teams } = yield* Client.Client
    const team = yield* teams.get(teamId)
    return team === null ? "You are not in this team." : team.displayName
  })

// example: teams.update
export const renameTeam = (teamId: string) =>
  Effect.gen(function* () {
    const { teams } = yield* Client.Client
    return yield* teams.update(teamId, { displayName: "Orchard", clientMetadata: { color: "green" } })
  })

// example: teams.remove teams.leave
export const leaveOrRemove = (teamId: string) =>
  Effect.gen(function* () {
    const { teams } = yield* Client.Client
    const users = yield* teams.listUsers(teamId)
    yield* users.length > 1 ? teams.leave(teamId) : teams.remove(teamId)
  })

// example: teams.listUsers
export const usersOfTeam = (teamId: string) =>
  Effect.gen(function* () {
    const { teams } = yield* Client.Client
    return (yield* teams.listUsers(teamId)).map(({ teamProfile }) => teamProfile.displayName)
  })

// example: teams.listMembers teams.changeRole teams.removeUser
export const onlyAdmins = (teamId: string) =>
  Effect.gen(function* () {
    const { teams } = yield* Client.Client
    const members = (yield* teams.listMembers(teamId)).filter(({ role }) => role === "member")
    // Or `removeUser(teamId, userId)`, which takes each of them out of the team.
    yield* Effect.forEach(members, ({ userId }) => teams.changeRole(teamId, userId, "admin"), { discard: true })
  })

// example: teams.getProfile teams.updateProfile
export const nameInTeam = (teamId: string) =>
  Effect.gen(function* () {
    const { teams } = yield* Client.Client
    const { displayName } = yield* teams.getProfile(teamId)
    if (displayName === null) yield* teams.updateProfile(teamId, { displayName: "Ada" })
  })

// example: teams.inviteUser
export const invite = (teamId: string, email: string) =>
  Effect.gen(function* () {
    const { teams } = yield* Client.Client
    yield* teams.inviteUser(teamId, { email })
    return "Invited."
  }).pipe(Effect.catchTag("TeamPermissionRequired", () => Effect.succeed("Ask an admin of the team to invite.")))

// example: teams.listInvitations teams.revokeInvitation
export const withdraw = (teamId: string, email: string) =>
  Effect.gen(function* () {
    const { teams } = yield* Client.Client
    const open = (yield* teams.listInvitations(teamId)).filter(({ recipientEmail }) => recipientEmail === email)
    yield* Effect.forEach(open, ({ id }) => teams.revokeInvitation(teamId, id), { discard: true })
  })

// example: teams.listReceivedInvitations teams.acceptInvitation
export const acceptAll = Effect.gen(function* () {
  const { teams } = yield* Client.Client
  const received = yield* teams.listReceivedInvitations()
  yield* Effect.forEach(received, ({ id }) => teams.acceptInvitation(id), { discard: true })
  return received.map(({ teamDisplayName }) => teamDisplayName)
})

// example: verifyTeamInvitationCode
export const previewInvitation = (code: string) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    // For visitors, too. `code` is that of the link in the mail.
    const { inviterDisplayName, teamDisplayName } = yield* client.verifyTeamInvitationCode(code)
    return `${inviterDisplayName ?? "A member"} invites you to ${teamDisplayName ?? "a team"}.`
  })

// example: getTeamInvitationDetails acceptTeamInvitation
export const acceptInvitation = (code: string, confirm: (team: string) => boolean) =>
  Effect.gen(function* () {
    const client = yield* Client.Client
    const { teamDisplayName } = yield* client.getTeamInvitationDetails(code)
    if (confirm(teamDisplayName)) yield* client.acceptTeamInvitation(code)
  })
