/** Creates a user for the application's server, also if sign-up is disabled. */
import { Clock, Effect } from "effect"
import type { ServerUserCreate } from "../../../core/schema/server-user.ts"
import { textError } from "../../response/raw-response.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { inTransaction } from "../../sql/rows.ts"
import { blankUser, createUser } from "./create-user.ts"
import { linkOAuthAccounts } from "../connected-accounts/link-oauth-accounts.ts"
import { newPasswordHash, passwordsAreOff } from "../passwords/new-password-hash.ts"
import { checkRestriction, notRestricted, restrictionAfter } from "./restriction.ts"
import { signalsOf } from "./signals.ts"
import { UserStore } from "./user-store.ts"
import { randomUUID } from "node:crypto"

export const createAsServer = Effect.fnUntraced(function* (project: ProjectRecord, given: ServerUserCreate) {
  yield* check(project, given)
  yield* checkRestriction(notRestricted, given)
  const passwordHash = (yield* newPasswordHash(project, given)) ?? null
  if (passwordHash !== null && !project.credentialEnabled) return yield* passwordsAreOff()
  const user = {
    ...blankUser(project.id, randomUUID(), yield* Clock.currentTimeMillis),
    displayName: given.displayName || null,
    profileImageUrl: given.profileImageUrl ?? null,
    clientMetadata: given.clientMetadata ?? null,
    clientReadOnlyMetadata: given.clientReadOnlyMetadata ?? null,
    serverMetadata: given.serverMetadata ?? null,
    // Creation does not enable the second factor, so a TOTP secret is ignored.
    otpAuthEnabled: given.otpAuthEnabled ?? false,
    ...signalsOf(given),
    language: given.language ?? null,
    isAnonymous: given.isAnonymous ?? false,
    ...restrictionAfter(notRestricted, given)
  }
  const primaryEmail =
    given.primaryEmail == null
      ? null
      : {
          value: given.primaryEmail,
          isVerified: given.primaryEmailVerified ?? false,
          usedForAuth: given.primaryEmailAuthEnabled ?? false
        }
  return yield* inTransaction(
    Effect.gen(function* () {
      yield* createUser({ user, primaryEmail, passwordHash })
      yield* linkOAuthAccounts(project.id, user.id, given.oauthProviders ?? [])
      const created = yield* (yield* UserStore).find(project.id, user.id)
      return created ?? (yield* Effect.die("The user was just created"))
    })
  )
})

const check = Effect.fnUntraced(function* (project: ProjectRecord, given: ServerUserCreate) {
  if (given.passkeyAuthEnabled === true) {
    return yield* textError(400, "A passkey cannot be switched on like this. Its owner registers one instead.")
  }
  if (given.primaryEmail == null && (given.primaryEmailAuthEnabled === true || given.primaryEmailVerified === true)) {
    return yield* textError(400, "primary_email_auth_enabled and primary_email_verified need a primary_email.")
  }
  if (given.otpAuthEnabled === true && !project.magicLinkEnabled) {
    return yield* textError(400, "Sign-in by magic link is switched off in this project.")
  }
})
