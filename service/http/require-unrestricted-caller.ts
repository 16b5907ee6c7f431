/**
 * Refuses the token of a restricted user without the header that allows one.
 *
 * Clients of version 2.7 send no such header. They reach the calls that do not act as the user, so that a person can
 * sign out, sign in as another user and use a mailed code. In the client tier a user whose address is not verified also
 * reaches the calls with which the address is verified. Servers do not: with them an application decides who its users
 * are.
 */
import { Effect } from "effect"
import * as ChannelsApi from "../../core/api/contact-channels/channels.ts"
import * as VerificationApi from "../../core/api/contact-channels/verification.ts"
import * as MfaApi from "../../core/api/mfa.ts"
import * as OtpApi from "../../core/api/otp.ts"
import * as PasskeyApi from "../../core/api/passkey.ts"
import * as ResetApi from "../../core/api/password/reset.ts"
import { signIn } from "../../core/api/password/sign-in.ts"
import { signUp } from "../../core/api/password/sign-up.ts"
import { getProject } from "../../core/api/projects/current.ts"
import * as SessionsApi from "../../core/api/sessions/current.ts"
import { getMe } from "../../core/api/users/me.ts"
import { RestrictedUserNotAllowed } from "../../core/errors/restricted-user.ts"
import type { CallerValues } from "../request/caller.ts"

/** Calls that do not act as the user of the access token. */
const withoutUser: ReadonlySet<string> = new Set(
  [
    getProject,
    signIn,
    signUp,
    ResetApi.sendResetCode,
    ResetApi.checkResetCode,
    ResetApi.reset,
    OtpApi.sendSignInCode,
    OtpApi.checkSignInCode,
    OtpApi.signIn,
    PasskeyApi.initiateAuthentication,
    PasskeyApi.signIn,
    MfaApi.signIn,
    MfaApi.signInWithRecoveryCode,
    VerificationApi.verify,
    VerificationApi.checkVerificationCode,
    SessionsApi.signOut,
    SessionsApi.refresh
  ].map(({ name }) => name)
)

/** Calls with which a user verifies their address. */
const ofVerification: ReadonlySet<string> = new Set(
  [
    getMe,
    ChannelsApi.list,
    ChannelsApi.get,
    ChannelsApi.create,
    ChannelsApi.update,
    ChannelsApi.remove,
    VerificationApi.sendVerificationCode,
    VerificationApi.sendPrimaryVerificationCode
  ].map(({ name }) => name)
)

/** Fails with `RestrictedUserNotAllowed` if the caller is restricted and may not call the endpoint. */
export const requireUnrestrictedCaller = (
  caller: CallerValues | null,
  endpoint: string
): Effect.Effect<void, RestrictedUserNotAllowed> => {
  const reason = caller === null ? null : caller.refusedReason
  if (caller === null || reason === null || withoutUser.has(endpoint)) return Effect.void
  const isVerifying = reason === "email_not_verified" && caller.tier === "client" && ofVerification.has(endpoint)
  return isVerifying ? Effect.void : Effect.fail(new RestrictedUserNotAllowed({ restrictedReason: { type: reason } }))
}
