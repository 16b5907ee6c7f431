/** Removes the ways into an account that another person may have added to it. */
import { Clock, Effect } from "effect"
import { OAuthAccountStore } from "../connected-accounts/oauth-account-store.ts"
import { forgetSecondFactor } from "../mfa/forget-second-factor.ts"
import { PasskeyStore } from "../passkeys/passkey-store.ts"
import { InvitationStore } from "../team-invitations/invitation-store.ts"
import { UserTeamApiKeyStore } from "../user-team-api-keys/user-team-api-key-store.ts"

/**
 * Removes passkeys, connected accounts and recovery codes, and revokes API keys and sent invitations: with these
 * another person would keep access to the account or its teams. Addresses, the TOTP secret and the password are left to
 * the caller.
 */
export const removeAccess = Effect.fnUntraced(function* (projectId: string, userId: string) {
  yield* (yield* PasskeyStore).removeAll(projectId, userId)
  yield* (yield* OAuthAccountStore).removeAll(projectId, userId)
  yield* forgetSecondFactor(userId)
  yield* (yield* UserTeamApiKeyStore).revokeAll(projectId, userId, yield* Clock.currentTimeMillis)
  yield* (yield* InvitationStore).revokeSentBy(projectId, userId)
})
