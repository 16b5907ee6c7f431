/**
 * Errors that a call declares and no service answers to it, each with its reason. They arrive as their classes all the
 * same: the table wants a test that decodes each of them from the wire's form, through the call.
 */
import type { Unraised } from "./coverage.ts"

export const unraised: ReadonlyArray<Unraised> = [
  {
    members: /^server /,
    codes: ["TEAM_PERMISSION_REQUIRED", "USER_AUTHENTICATION_REQUIRED"],
    because: "the keys of a server may do all that permissions allow"
  },
  {
    members: /^server (allTeams|getProject)/,
    codes: ["TEAM_MEMBERSHIP_NOT_FOUND", "CANNOT_GET_OWN_USER_WITHOUT_USER"],
    because: "nobody's membership is asked about: it is about the team, by the keys"
  },
  {
    codes: ["PROJECT_NOT_FOUND"],
    endpoint: "GET /projects/current",
    because: "keys go with their project, so a request for a project that is not there has a wrong key before"
  },
  {
    members: /^client teams\.(update|remove|listInvitations|revokeInvitation|listUsers)$/,
    codes: ["TEAM_NOT_FOUND"],
    because: "to a client a team that is not there is one of which the user is no member"
  },
  {
    members: /^client teams\./,
    codes: ["USER_NOT_FOUND", "CANNOT_GET_OWN_USER_WITHOUT_USER", "TEAM_PERMISSION_REQUIRED"],
    because: "the call is about the signed-in user, whose token is nobody's once they are deleted"
  },
  {
    members: /^server (allTeams\.(remove|update|listUsers)|ofUser\.teams\.)/,
    codes: ["USER_NOT_FOUND"],
    because: "it is about the team; a member of it is a user"
  },
  {
    members: /^client (teams\.create|acceptTeamInvitation|getTeamInvitationDetails)$/,
    codes: ["USER_AUTHENTICATION_REQUIRED"],
    because: "found before anything is sent"
  },
  {
    members: /^server users\.setPassword$/,
    codes: ["TEAM_MEMBERSHIP_NOT_FOUND", "USER_EMAIL_ALREADY_EXISTS"],
    because: "it changes the password and nothing else"
  },
  {
    members: /^client callOAuthCallback$/,
    codes: ["INVALID_OAUTH_CLIENT_ID_OR_SECRET", "INVALID_SCOPE", "REDIRECT_URL_NOT_WHITELISTED"],
    because: "the client sends its own id, key and page, and no scope; a wrong key is refused before"
  },
  {
    members: /^session$/,
    codes: ["INVALID_OAUTH_CLIENT_ID_OR_SECRET", "PROVIDER_REJECTED"],
    because: "a wrong key is refused before, and the embedded service asks no provider for a refresh"
  },
  {
    members: /^client (registerPasskey|signInWithPasskey)$/,
    codes: ["VERIFICATION_CODE_NOT_FOUND", "VERIFICATION_CODE_ALREADY_USED", "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED"],
    because: "the call asks for the code itself, and uses it once"
  },
  {
    members: /^client (resetPassword|verifyPasswordResetCode|verifyEmail)$/,
    codes: ["VERIFICATION_CODE_MAX_ATTEMPTS_REACHED"],
    because: "a code of 225 bits is not guessed: no attempts are counted"
  },
  {
    members: /^(server users|client contactChannels)\.sendVerificationEmail$/,
    codes: ["USER_ID_DOES_NOT_EXIST", "CANNOT_GET_OWN_USER_WITHOUT_USER"],
    because: "the user's channel was found, or the signed-in user is meant"
  }
]
