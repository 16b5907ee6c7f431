/**
 * Asking for the password again. The wire knows no call for that and enforces none, so the password is tried by a
 * sign-in in a store of its own, which ends at once: it keeps those out who find a session open, not who stole it.
 */
import * as Effect from "effect/Effect"
import type { SecretText } from "../../tiers/calls/redacted.ts"
import { Client } from "../../tiers/client.ts"
import { useContactChannelsState } from "../hooks/use-contact-channels.ts"
import { useProjectState } from "../hooks/use-project.ts"
import { useLatest } from "./use-latest.ts"
import { useAccountUser } from "./account-user.ts"

/** Succeeds if this is the password of who signs in with the address. */
export const checkOwnPassword = (email: string, password: SecretText) =>
  Effect.gen(function* () {
    const client = yield* Client
    const aside = yield* Effect.orDie(client.withTokenStore("memory"))
    yield* aside.signInWithCredential({ email, password }).pipe(
      // Not by `Effect.ignore`, which can log: 2 kB more.
      Effect.andThen(aside.signOut.pipe(Effect.catch(() => Effect.void))),
      // The second factor is asked for when the password is right.
      Effect.catchTag("MultiFactorAuthenticationRequired", () => Effect.void)
    )
  })

/** The address with which the user's password can be tried; `null` if there is no way. */
export const usePasswordConfirmationEmail = (): string | null => {
  const { hasPassword } = useAccountUser()
  const { data: channels = [] } = useLatest(useContactChannelsState())
  const { data: project } = useLatest(useProjectState())
  if (!hasPassword || project?.config.credentialEnabled !== true) return null
  const own = channels.filter(({ usedForAuth }) => usedForAuth)
  return (own.find(({ isPrimary }) => isPrimary) ?? own[0])?.value ?? null
}
