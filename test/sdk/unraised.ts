/**
 * Errors that a call declares and no service answers to it, each pair with its reason. They arrive as their classes all
 * the same: the table wants a test that decodes each of them from the wire's form, through the call. A pair that a
 * service did raise, or that no call declares, fails.
 */
import type { Unraised } from "./coverage.ts"

const aboutMe = "the call is about the signed-in user, whose token is nobody's once they are deleted"
const noMember = "to a client a team that is not there is one of which the user is no member"
const ownAffair = "what is theirs users may do without a permission"

export const unraised: ReadonlyArray<Unraised> = [
  {
    members: ["client getProject", "server getProject", "server getProductionModeErrors"],
    codes: ["PROJECT_NOT_FOUND"],
    because: "keys go with their project, so a request for a project that is not there has a wrong key before"
  },
  {
    members: [
      "client teams.create",
      "client teams.update",
      "client teams.remove",
      "client teams.leave",
      "client teams.getProfile",
      "client teams.updateProfile",
      "client teams.listUsers"
    ],
    codes: ["USER_NOT_FOUND"],
    because: aboutMe
  },
  {
    members: ["client contactChannels.sendVerificationEmail"],
    codes: ["USER_ID_DOES_NOT_EXIST"],
    because: aboutMe
  },
  {
    members: ["client teams.create"],
    codes: ["USER_AUTHENTICATION_REQUIRED"],
    because: "the call names its creator as `me`; that there is none has a code of its own"
  },
  {
    members: [
      "client teams.update",
      "client teams.remove",
      "client teams.listUsers",
      "client teams.listInvitations",
      "client teams.revokeInvitation"
    ],
    codes: ["TEAM_NOT_FOUND"],
    because: noMember
  },
  {
    members: ["client teams.getProfile", "client teams.leave"],
    codes: ["TEAM_PERMISSION_REQUIRED"],
    because: ownAffair
  },
  {
    members: ["server allTeams.list"],
    codes: ["CANNOT_GET_OWN_USER_WITHOUT_USER"],
    because: "the call names no user"
  },
  {
    members: ["server allTeams.update", "server allTeams.remove", "server allTeams.listUsers"],
    codes: ["USER_NOT_FOUND"],
    because: "the call names a team and no user; a member of it is one"
  },
  {
    members: ["server users.setPassword"],
    codes: ["TEAM_MEMBERSHIP_NOT_FOUND", "USER_EMAIL_ALREADY_EXISTS"],
    because: "it changes the password and nothing else"
  },
  {
    members: ["server users.sendVerificationEmail"],
    codes: ["CANNOT_GET_OWN_USER_WITHOUT_USER"],
    because: "the user's channel was found before, by the keys alone"
  },
  {
    members: ["session"],
    codes: ["PROVIDER_REJECTED"],
    because: "the embedded service refreshes sessions by itself, without asking a provider"
  }
]
