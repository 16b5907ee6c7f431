/**
 * Confirms the password before a sensitive action. The wire has no such call, so the password is tried by a sign-in
 * with a separate token store, whose session ends at once. It protects against users of an unlocked device, not
 * against a stolen session.
 */
import * as Effect from "effect/Effect"
import { ignoreFailure } from "../../core/lightweight/ignore-failure.ts"
import type { SecretText } from "../../tiers/calls/redact.ts"
import { Client } from "../../tiers/client.ts"
import { useContactChannelsState } from "../hooks/use-contact-channels.ts"
import { useProjectState } from "../hooks/use-project.ts"
import { useLatest } from "./use-latest.ts"
import { useAccountUser } from "./account-user.ts"

/** Succeeds if the password belongs to the email. */
export const checkOwnPassword = (email: string, password: SecretText) =>
  Effect.gen(function* () {
    const client = yield* Client
    const aside = yield* Effect.orDie(client.withTokenStore("memory"))
    yield* aside.signInWithCredential({ email, password }).pipe(
      Effect.andThen(ignoreFailure(aside.signOut)),
      // The service requires the second factor after the password is checked.
      Effect.catchTag("MultiFactorAuthenticationRequired", () => Effect.void)
    )
  })

/**
 * Returns the email to confirm the password with; `null` if the user or the project has no passwords, `undefined`
 * until that is read. If it cannot be read, the primary email counts.
 */
export const usePasswordConfirmationEmail = (): string | null | undefined => {
  const { hasPassword, primaryEmail } = useAccountUser()
  const channels = useLatest(useContactChannelsState())
  const project = useLatest(useProjectState())
  if (!hasPassword || project.data?.config.credentialEnabled === false) return null
  if (channels.error !== null || project.error !== null) return primaryEmail
  if (channels.data === undefined || project.data === undefined) return undefined
  const own = channels.data.filter(({ usedForAuth }) => usedForAuth)
  return (own.find(({ isPrimary }) => isPrimary) ?? own[0])?.value ?? null
}
