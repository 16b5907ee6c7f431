/** Stores a provider's tokens for a connected account. */
import { Clock, Effect } from "effect"
import type { ProviderTokens } from "./provider-client.ts"
import { type AccountKey, ProviderTokenStore } from "./provider-token-store.ts"
import { randomUUID } from "node:crypto"

export const saveProviderTokens = Effect.fnUntraced(function* (account: AccountKey, tokens: ProviderTokens) {
  const store = yield* ProviderTokenStore
  const { accessToken, expiresIn, refreshToken, scopes } = tokens
  const createdAt = yield* Clock.currentTimeMillis
  const expiresAt = expiresIn === null ? null : createdAt + Math.floor(expiresIn * 1000)
  yield* store.insert(account, { id: randomUUID(), kind: "access", token: accessToken, scopes, createdAt, expiresAt })
  if (refreshToken !== null) {
    yield* store.insert(account, {
      id: randomUUID(),
      kind: "refresh",
      token: refreshToken,
      scopes,
      createdAt,
      expiresAt: null
    })
  }
})
