/** The session of the signed-in owner, as the pages of a project use it. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { useMemo, useSyncExternalStore } from "react"
import { noTokens, type Tokens, userIdIn } from "../../core/session/tokens.ts"
import { useClient } from "../../react/hooks/use-client.ts"
import type { ProjectOwnerSession } from "../../tiers/project-owner.ts"
import { lastingTransport } from "../deletions/lasting-transport.ts"

export interface OwnerSession {
  readonly owner: ProjectOwnerSession
  /** True after the session has ended, also by another tab or by the service. */
  readonly isSignedOut: boolean
}

/**
 * Returns the same session of a user after each sign-in, so that the pages keep their drafts. `asProjectOwner` would
 * stay with its first refresh token: a refresh token does not have the id of its user.
 */
const sessionOf = (owner: ProjectOwnerSession, userId: string): ProjectOwnerSession => {
  const ofUser = ({ accessToken }: Tokens): Tokens =>
    accessToken !== null && userIdIn(accessToken) === userId ? { accessToken, refreshToken: null } : noTokens
  const { session, transport } = owner
  return {
    ...owner,
    transport: lastingTransport(transport),
    session: {
      ...session,
      stored: Effect.map(session.stored, ofUser),
      tokens: Effect.map(session.tokens, ofUser),
      tokensLasting: (minMillis) => Effect.map(session.tokensLasting(minMillis), ofUser)
    }
  }
}

/** Returns the session of a user, and renders again when it ends and when the user signs in again. */
export const useOwnerSession = (userId: string): OwnerSession => {
  const client = useClient({ projectIdMustMatch: "internal" })
  const refreshToken = useSyncExternalStore(client.onSessionChange, () => {
    const stored = Effect.runSync(client.stored)
    return stored.refreshToken === null ? null : Redacted.value(stored.refreshToken)
  })
  const owner = useMemo(() => sessionOf(client.asProjectOwner, userId), [client, userId])
  return { owner, isSignedOut: refreshToken === null }
}
