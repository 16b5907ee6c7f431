/** A team of the signed-in user as an object with methods. */
import type { Team as TeamData } from "../../../core/schema/team.ts"
import type { TeamInvitation as TeamInvitationData } from "../../../core/schema/team-member.ts"
import type { AssignableTeamRole, TeamMember } from "../../../core/schema/team-role.ts"
import type { LastTeamAdmin } from "../../../core/errors/team-role.ts"
import type { TeamPermissionRequired } from "../../../core/errors/team.ts"
import type { InviteInput } from "../../calls/team-invitations.ts"
import type {
  ReceivedInvitationCalls,
  ReceivedTeamInvitation as ReceivedData
} from "../../calls/received-invitations.ts"
import type { TeamApiKeyCalls } from "../../calls/team-api-keys.ts"
import type { TeamProfile, TeamProfileChanges, TeamUser } from "../../calls/team-members.ts"
import type { TeamCalls, TeamChanges } from "../../calls/teams.ts"
import type { UserTeamApiKeyInput } from "../../calls/user-api-keys.ts"
import type { ObjectContext } from "../object-context.ts"
import { type Result, toResult } from "../result.ts"
import { type TeamApiKey, teamApiKey, type TeamApiKeyFirstView, teamApiKeyFirstView } from "./user-team-api-key.ts"

/** An open invitation. */
export interface TeamInvitation {
  /** The id of the invitation. */
  readonly id: string
  /** The id of the team. */
  readonly teamId: string
  /** The address that the invitation was mailed to. */
  readonly recipientEmail: string
  /** The time after which the invitation cannot be accepted. */
  readonly expiresAt: Date
  /** Revokes the invitation. */
  readonly revoke: () => Promise<void>
}

/** An open invitation to a verified address of the user. */
export interface ReceivedTeamInvitation extends ReceivedData {
  /** Accepts the invitation: the user becomes a member of the team. */
  readonly accept: () => Promise<void>
}

/** A team of the user, with methods. */
export interface Team extends TeamData {
  /** Changes the team. Absent fields are unchanged, and so is this object: get the team again. */
  readonly update: (changes: TeamChanges) => Promise<void>
  /** Deletes the team. */
  readonly delete: () => Promise<void>
  /** The members, the oldest membership first. */
  readonly listUsers: () => Promise<ReadonlyArray<TeamUser>>
  /** Removes a member. */
  readonly removeUser: (userId: string) => Promise<void>
  /** Returns the members with roles and email addresses. An extension of the wire, like the next method. */
  readonly listMembers: () => Promise<ReadonlyArray<TeamMember>>
  /** Changes the role of a member. Permissions that are part of no role are kept. */
  readonly changeRole: (
    userId: string,
    role: AssignableTeamRole
  ) => Promise<Result<TeamMember, LastTeamAdmin | TeamPermissionRequired>>
  /** Mails an invitation. */
  readonly inviteUser: (input: InviteInput) => Promise<void>
  /** The open invitations. */
  readonly listInvitations: () => Promise<ReadonlyArray<TeamInvitation>>
  /** Returns the API keys of the team, the newest first, if the project allows them. */
  readonly listApiKeys: () => Promise<ReadonlyArray<TeamApiKey>>
  /** Creates an API key of the team. Show it at once: it cannot be read again. */
  readonly createApiKey: (input: UserTeamApiKeyInput) => Promise<TeamApiKeyFirstView>
}

/** The name and image of the signed-in user in a team. */
export interface EditableTeamMemberProfile extends TeamProfile {
  /** Absent fields are unchanged. */
  readonly update: (changes: TeamProfileChanges) => Promise<void>
}

const teamInvitation = (
  invitation: TeamInvitationData,
  { calls, run }: ObjectContext<{ readonly teams: TeamCalls }>
): TeamInvitation =>
  Object.freeze({
    ...invitation,
    revoke: () => run(calls().teams.revokeInvitation(invitation.teamId, invitation.id))
  })

export const receivedTeamInvitation = (
  invitation: ReceivedData,
  { calls, run }: ObjectContext<{ readonly teams: Pick<ReceivedInvitationCalls, "acceptInvitation"> }>
): ReceivedTeamInvitation =>
  Object.freeze({ ...invitation, accept: () => run(calls().teams.acceptInvitation(invitation.id)) })

interface Calls {
  readonly teams: TeamCalls
  readonly teamApiKeys: TeamApiKeyCalls
}

export const team = (data: TeamData, context: ObjectContext<Calls>): Team => {
  const { calls, run } = context
  return Object.freeze({
    ...data,
    update: async (changes: TeamChanges) => void (await run(calls().teams.update(data.id, changes))),
    delete: () => run(calls().teams.remove(data.id)),
    listUsers: () => run(calls().teams.listUsers(data.id)),
    removeUser: (userId: string) => run(calls().teams.removeUser(data.id, userId)),
    listMembers: () => run(calls().teams.listMembers(data.id)),
    changeRole: (userId: string, role: AssignableTeamRole) =>
      toResult(calls().teams.changeRole(data.id, userId, role), ["LastTeamAdmin", "TeamPermissionRequired"]),
    inviteUser: async (input: InviteInput) => void (await run(calls().teams.inviteUser(data.id, input))),
    listInvitations: async () =>
      (await run(calls().teams.listInvitations(data.id))).map((invitation) => teamInvitation(invitation, context)),
    listApiKeys: async () => (await run(calls().teamApiKeys.list(data.id))).map((key) => teamApiKey(key, context)),
    createApiKey: async (input: UserTeamApiKeyInput) =>
      teamApiKeyFirstView(await run(calls().teamApiKeys.create(data.id, input)), context)
  })
}

export const editableTeamMemberProfile = (
  teamId: string,
  profile: TeamProfile,
  { calls, run }: ObjectContext<{ readonly teams: Pick<TeamCalls, "updateProfile"> }>
): EditableTeamMemberProfile =>
  Object.freeze({
    ...profile,
    update: async (changes: TeamProfileChanges) => void (await run(calls().teams.updateProfile(teamId, changes)))
  })
