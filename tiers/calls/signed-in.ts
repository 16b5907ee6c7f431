/** All that the client tier does for its signed-in user. Its code is loaded when it is first used. */
import * as Effect from "effect/Effect"
import { methodsOf } from "../later.ts"
import type { ConnectAccountCalls } from "./connect-account.ts"
import type { ConnectedAccountCalls } from "./connected-accounts.ts"
import type { ContactChannelCalls } from "./contact-channels.ts"
import type { InvitationCodeCalls } from "./invitation-codes.ts"
import { onDemand } from "./on-demand.ts"
import type { OwnedProjectCalls } from "./owned-projects.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { PermissionCalls } from "./permissions.ts"
import type { TeamCalls } from "./teams.ts"
import type { UserCalls } from "./user.ts"

export interface SignedInCalls extends UserCalls, InvitationCodeCalls, OwnedProjectCalls, ConnectAccountCalls {
  /** The user's e-mail addresses. */
  readonly contactChannels: ContactChannelCalls
  /** The user's teams, their members and invitations. */
  readonly teams: TeamCalls
  /** What the user may do in their teams. */
  readonly permissions: PermissionCalls
  /** The user's accounts at providers. */
  readonly connectedAccounts: ConnectedAccountCalls
}

export const signedInCalls = (dependencies: CallDependencies): SignedInCalls => ({
  ...methodsOf(
    Effect.map(onDemand, ({ userCalls }) => userCalls(dependencies)),
    {
      updateUser: true,
      deleteUser: true,
      updatePassword: true,
      setPassword: true,
      sendVerificationEmail: true
    }
  ),
  ...methodsOf(
    Effect.map(onDemand, ({ invitationCodeCalls }) => invitationCodeCalls(dependencies)),
    {
      verifyTeamInvitationCode: true,
      getTeamInvitationDetails: true,
      acceptTeamInvitation: true
    }
  ),
  ...methodsOf(
    Effect.map(onDemand, ({ ownedProjectCalls }) => ownedProjectCalls(dependencies)),
    {
      listOwnedProjects: true,
      createProject: true
    }
  ),
  ...methodsOf(
    Effect.map(onDemand, ({ connectAccountCalls }) => connectAccountCalls(dependencies)),
    { connectAccount: true }
  ),
  contactChannels: methodsOf(
    Effect.map(onDemand, ({ contactChannelCalls }) => contactChannelCalls(dependencies)),
    {
      list: true,
      create: true,
      update: true,
      remove: true,
      sendVerificationEmail: true
    }
  ),
  teams: methodsOf(
    Effect.map(onDemand, ({ teamCalls }) => teamCalls(dependencies)),
    {
      list: true,
      get: true,
      create: true,
      update: true,
      remove: true,
      leave: true,
      listUsers: true,
      getProfile: true,
      updateProfile: true,
      inviteUser: true,
      listInvitations: true,
      revokeInvitation: true
    }
  ),
  permissions: methodsOf(
    Effect.map(onDemand, ({ permissionCalls }) => permissionCalls(dependencies)),
    {
      list: true,
      get: true,
      has: true
    }
  ),
  connectedAccounts: methodsOf(
    Effect.map(onDemand, ({ connectedAccountCalls }) => connectedAccountCalls(dependencies)),
    {
      get: true,
      getAccessToken: true
    }
  )
})
