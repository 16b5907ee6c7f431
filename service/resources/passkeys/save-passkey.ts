import { Clock, Effect } from "effect"
import { PasskeyRegistrationFailed } from "../../../core/errors/passkey.ts"
import { MAX_PASSKEYS } from "../../../core/schema/fields/passkey-limits.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { VerificationCodeStore } from "../verification-codes/verification-code-store.ts"
import { checkLimit, type Limit } from "../../validation/check-limit.ts"
import { defaultName } from "./default-name.ts"
import { type AuthenticatorState, PasskeyStore } from "./passkey-store.ts"
import { randomUUID } from "node:crypto"

/** The verified credential of a registration. */
export interface PasskeyCredential extends AuthenticatorState {
  readonly credentialId: string
  readonly publicKey: string
  readonly aaguid: string
}

export const passkeyLimit: Limit = {
  maximum: MAX_PASSKEYS,
  of: "passkeys of a user",
  advice: "Remove one first."
}

interface Registration {
  readonly projectId: string
  readonly userId: string
  readonly credential: PasskeyCredential
  /** The name that the user has chosen. */
  readonly name: string | undefined
  /** True if the other passkeys of the user remain. */
  readonly adds: boolean
}

/**
 * Saves a new passkey of a user. Fails with `UniqueViolation` if another user has its credential. Belongs in a
 * transaction, so that concurrent registrations count each other.
 */
export const savePasskey = Effect.fnUntraced(function* ({ adds, credential, name, projectId, userId }: Registration) {
  const { aaguid, ...key } = credential
  const passkeys = yield* PasskeyStore
  if (!adds && (yield* passkeys.removeAll(projectId, userId))) {
    yield* (yield* VerificationCodeStore).removeAttempts(userId)
  }
  const others = yield* passkeys.list(projectId, userId)
  yield* checkLimit(others.length, passkeyLimit)
  // Browsers check `excludeCredentials`; other clients may not.
  if (others.some(({ credentialId }) => credentialId === key.credentialId)) {
    return yield* new PasskeyRegistrationFailed({ message: "You have added this passkey already." })
  }
  const names = others.map(({ passkey }) => passkey.name)
  const id = randomUUID()
  yield* noteTargets({ passkey_id: id })
  yield* passkeys.insert({
    ...key,
    id,
    name: name ?? defaultName(aaguid, names),
    projectId,
    userId,
    registeredAt: yield* Clock.currentTimeMillis
  })
})
