/**
 * Refuses what an owner who is signed in as a user may not do: change how the user signs in, start or end other
 * sessions, create keys, and act towards other users. All reads are allowed, and the changes that are listed here.
 *
 * Endpoints of the session (`usesSession`) are refused before the body is read. Endpoints of a server are refused when
 * `me` resolves to the session's user (`ownUserId`). With the id of a user the server acts by itself.
 */
import { Effect } from "effect"
import * as MfaApi from "../../core/api/mfa.ts"
import * as NotificationPreferencesApi from "../../core/api/notification-preferences.ts"
import * as PasskeyApi from "../../core/api/passkey.ts"
import { signIn } from "../../core/api/password/sign-in.ts"
import { signUp } from "../../core/api/password/sign-up.ts"
import * as SessionsApi from "../../core/api/sessions/current.ts"
import * as TeamInvitationsApi from "../../core/api/team-invitations.ts"
import * as TeamMemberProfilesApi from "../../core/api/team-member-profiles.ts"
import * as TeamsApi from "../../core/api/teams.ts"
import * as UpdateMeApi from "../../core/api/users/update-me.ts"
import { NotAllowedWhileImpersonating } from "../../core/errors/impersonation.ts"
import type { CallerValues } from "../request/caller.ts"
import type { Implementation } from "../endpoint/implement.ts"

const allowedEndpoints: ReadonlySet<string> = new Set(
  [
    // End and refresh the session itself.
    SessionsApi.signOut,
    SessionsApi.refresh,
    // Sign in as another user.
    MfaApi.signIn,
    MfaApi.signInWithRecoveryCode,
    PasskeyApi.initiateAuthentication,
    signIn,
    signUp,
    // Read an invitation without accepting it.
    TeamInvitationsApi.checkCode,
    TeamInvitationsApi.details,
    // The profile. The handler refuses the fields that decide how the user signs in.
    UpdateMeApi.updateMe,
    UpdateMeApi.updateMeAsServer,
    NotificationPreferencesApi.update,
    TeamMemberProfilesApi.update,
    TeamMemberProfilesApi.updateAsServer,
    TeamsApi.update
  ].map(({ name }) => name)
)

/**
 * Returns the caller of the endpoint. Fails with `NotAllowedWhileImpersonating` if an owner is signed in as the user and
 * may not call the endpoint.
 */
export const requireOwnSession = (
  caller: CallerValues | null,
  { method, name, usesSession }: Pick<Implementation<never>, "method" | "name" | "usesSession">
): Effect.Effect<CallerValues | null, NotAllowedWhileImpersonating> => {
  if (caller === null || caller.impersonatorId === null || method === "GET" || allowedEndpoints.has(name)) {
    return Effect.succeed(caller)
  }
  return usesSession
    ? Effect.fail(new NotAllowedWhileImpersonating())
    : Effect.succeed({ ...caller, isOwnUserRefused: true })
}
