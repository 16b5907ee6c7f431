import { Clock, Effect, Redacted } from "effect"
import { DEFAULT_SIGN_IN_MILLIS } from "../../../core/api/command-line.ts"
import { CliAuthError } from "../../../core/errors/command-line.ts"
import { newOpaqueToken } from "../../crypto/opaque-token.ts"
import { CurrentDevice } from "../../request/client-device.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { anonymousSession } from "./anonymous-session.ts"
import { CommandLineStore } from "./command-line-store.ts"
import { randomUUID } from "node:crypto"

interface SignInOptions {
  /** The time for which it can be approved, in milliseconds. Default: two hours. */
  readonly expiresInMillis?: number
  /** The refresh token of an anonymous user. */
  readonly anonRefreshToken?: Redacted.Redacted<string>
}

/** Starts a sign-in, and returns its codes. */
export const startSignIn = Effect.fnUntraced(function* (
  projectId: string,
  { anonRefreshToken, expiresInMillis = DEFAULT_SIGN_IN_MILLIS }: SignInOptions
) {
  const now = yield* Clock.currentTimeMillis
  let anonymousSessionId: string | null = null
  if (anonRefreshToken !== undefined) {
    const subject = yield* (yield* SessionStore).find(projectId, Redacted.value(anonRefreshToken), now)
    const session = yield* anonymousSession(projectId, subject?.sessionId ?? null, now)
    if (session === null) {
      return yield* new CliAuthError({ message: "The refresh token is not that of an anonymous user." })
    }
    anonymousSessionId = session.sessionId
  }
  const pollingCode = newOpaqueToken()
  const loginCode = newOpaqueToken()
  const expiresAt = now + Math.ceil(expiresInMillis)
  yield* (yield* CommandLineStore).insert({
    id: randomUUID(),
    projectId,
    pollingCode,
    loginCode,
    device: yield* CurrentDevice,
    anonymousSessionId,
    createdAt: now,
    expiresAt
  })
  return {
    pollingCode: Redacted.make(pollingCode),
    loginCode: Redacted.make(loginCode),
    expiresAt: new Date(expiresAt)
  }
})
