/** Returns a provider's access token for a connected account: a stored one, or a new one from a refresh token. */
import { Clock, Context, Effect, Layer } from "effect"
import {
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthProviderNotFoundOrNotEnabled
} from "../../../core/errors/oauth.ts"
import { makeSingleFlight, type SingleFlight } from "../../../core/sharing/single-flight.ts"
import { providerName } from "../../../look/providers.ts"
import { textError } from "../../response/raw-response.ts"
import { OAuthAccountStore } from "./oauth-account-store.ts"
import { refreshEmbedded } from "../oauth/embedded-provider.ts"
import { saveProviderTokens } from "../oauth/save-provider-tokens.ts"
import { type ProviderClient, findProviderClient } from "../oauth/provider-client.ts"
import { providerUnreachable } from "../oauth/provider-error.ts"
import { type AccountKey, type StoredProviderToken, ProviderTokenStore } from "../oauth/provider-token-store.ts"
import { scopesOf } from "../../providers/provider.ts"
import { refreshRemote } from "../oauth/remote-provider.ts"
import { inTransaction } from "../../sql/rows.ts"
import { UserStore } from "../users/user-store.ts"
import { setTimeout } from "node:timers/promises"

/** The minimum remaining lifetime of a stored token that is returned. */
const MIN_LIFETIME_MILLIS = 5 * 60_000

/** The lifetime of a claim of a refresh token. A request to a provider times out after 10 seconds. */
const CLAIM_MILLIS = 20_000

/** The interval between two attempts to claim a refresh token that another process exchanges. */
const POLL_MILLIS = 100

/** The refreshes that run in this process, by the ids of the stored refresh tokens. */
class RefreshDeduplication extends Context.Service<RefreshDeduplication, SingleFlight<string>>()(
  "keystile/service/ProviderTokenRefreshes"
) {}

export const layerRefreshes = Layer.sync(RefreshDeduplication, () => makeSingleFlight<string>())

export interface TokenRequest {
  readonly projectId: string
  readonly userId: string
  readonly providerId: string
  /** The required scopes, separated by spaces. Empty accepts any token. */
  readonly scope: string
  /** The id of the account at the provider; `null` for any account of the user there. */
  readonly accountId: string | null
}

/**
 * Returns an access token with the wanted scopes. The order of the checks decides which of several errors is reported.
 */
export const providerAccessToken = Effect.fnUntraced(function* ({
  accountId: wantedId,
  projectId,
  providerId,
  scope,
  userId
}: TokenRequest) {
  const client = yield* findProviderClient(projectId, providerId)
  if (client === null) return yield* new OAuthProviderNotFoundOrNotEnabled()
  if (client.isShared) return yield* new OAuthAccessTokenNotAvailableWithSharedOAuthKeys()
  if (!(yield* (yield* UserStore).exists(projectId, userId))) return yield* textError(404, "There is no such user.")
  const accounts = (yield* (yield* OAuthAccountStore).ofUser(projectId, userId)).filter(
    (account) =>
      account.providerId === providerId &&
      account.allowConnectedAccounts &&
      (wantedId === null || account.accountId === wantedId)
  )
  if (accounts.length === 0) return yield* new OAuthConnectionNotConnectedToUser()
  const scopes = scopesOf(scope)
  for (const { accountId } of accounts) {
    const token = yield* tokenOf({ client, userId, account: { projectId, providerId, accountId } }, scopes)
    if (token !== null) return token
  }
  return yield* new OAuthConnectionDoesNotHaveRequiredScope()
})

const hasScopes = (scopes: ReadonlyArray<string>) => (token: StoredProviderToken) => {
  const granted = new Set(scopesOf(token.scopes))
  return scopes.every((scope) => granted.has(scope))
}

const findStoredToken = Effect.fnUntraced(function* (account: AccountKey, scopes: ReadonlyArray<string>) {
  const now = yield* Clock.currentTimeMillis
  const tokens = yield* (yield* ProviderTokenStore).list(account, "access", now + MIN_LIFETIME_MILLIS)
  return tokens.find(hasScopes(scopes))?.token ?? null
})

/** An account that was connected to the user when the request began. */
interface StoredAccount {
  readonly client: ProviderClient
  readonly userId: string
  readonly account: AccountKey
}

const isConnected = Effect.fnUntraced(function* ({ account, userId }: StoredAccount) {
  const { accountId, projectId, providerId } = account
  const owner = yield* (yield* OAuthAccountStore).find(projectId, providerId, accountId)
  return owner?.userId === userId
})

/**
 * Returns a stored access token, or a new one from the first refresh token that is accepted. Reads the stored tokens
 * again after each one that is not.
 */
const tokenOf = Effect.fnUntraced(function* (connected: StoredAccount, scopes: ReadonlyArray<string>) {
  const store = yield* ProviderTokenStore
  const tried = new Set<string>()
  while (true) {
    const stored = yield* findStoredToken(connected.account, scopes)
    if (stored !== null) return stored
    const candidates = yield* store.list(connected.account, "refresh", yield* Clock.currentTimeMillis)
    const candidate = candidates.filter(hasScopes(scopes)).find(({ id }) => !tried.has(id))
    if (candidate === undefined) return null
    const refreshed = yield* refreshOnce(connected, candidate)
    if (refreshed !== null) return refreshed
    tried.add(candidate.id)
    if (!(yield* isConnected(connected))) return null
  }
})

/** Runs `exchange`, single flight per refresh token in this process. */
const refreshOnce = Effect.fnUntraced(function* (connected: StoredAccount, candidate: StoredProviderToken) {
  const refreshes = yield* RefreshDeduplication
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof exchange>>>()
  const run = Effect.provideContext(exchange(connected, candidate), context)
  return yield* refreshes.join(candidate.id, run, context).result
})

/** Sleeps between two claims of a refresh token. On the real clock, which other processes use. */
const pause = Effect.promise((signal) => setTimeout(POLL_MILLIS, undefined, { signal }))

/**
 * Claims a refresh token and exchanges it. Returns `null` if it is not stored any more. Fails as if the provider could
 * not be reached if other processes hold the claim for its whole lifetime.
 *
 * A provider that rotates refresh tokens accepts each once, and may revoke all tokens of the account when one is used
 * again (RFC 9700, section 4.14.2). So an exchange that has begun is completed, also when all its requests are
 * interrupted. An interrupt ends only the pause between two claims.
 */
const exchange = Effect.fnUntraced(function* (connected: StoredAccount, candidate: StoredProviderToken) {
  const store = yield* ProviderTokenStore
  const began = yield* Clock.currentTimeMillis
  while (true) {
    const now = yield* Clock.currentTimeMillis
    const until = now + CLAIM_MILLIS
    if (yield* store.claim(candidate.id, now, until)) {
      // A claim that the database does not release expires.
      const release = Effect.catchCause(store.release(candidate.id, until), () => Effect.void)
      return yield* Effect.ensuring(exchangeClaimed(connected, candidate), release)
    }
    if (!(yield* store.exists(candidate.id))) return null
    if (now - began >= CLAIM_MILLIS) return yield* providerUnreachable(connected.client)
    yield* Effect.interruptible(pause)
  }
}, Effect.uninterruptible)

/**
 * Exchanges a refresh token and stores the response. Returns the access token, or one that another process has stored
 * meanwhile; `null` if the provider rejects the refresh token or the account was disconnected. Deletes rejected tokens.
 */
const exchangeClaimed = Effect.fnUntraced(function* (connected: StoredAccount, candidate: StoredProviderToken) {
  const store = yield* ProviderTokenStore
  const stored = yield* findStoredToken(connected.account, scopesOf(candidate.scopes))
  if (stored !== null) return stored
  const tokens = yield* refresh(connected.client, candidate)
  if (tokens === null) {
    yield* store.remove(candidate.id)
    return null
  }
  return yield* inTransaction(
    Effect.gen(function* () {
      // The account may have been disconnected during the request to the provider.
      if (!(yield* isConnected(connected))) return null
      if (tokens.refreshToken !== null) yield* store.remove(candidate.id)
      yield* saveProviderTokens(connected.account, tokens)
      return tokens.accessToken
    })
  )
})

/** Refreshes a token. Returns `null` if the provider rejects it with `invalid_grant` (RFC 6749, section 5.2). */
const refresh = Effect.fnUntraced(function* (client: ProviderClient, { scopes, token }: StoredProviderToken) {
  const { endpoints } = client
  const granted = scopesOf(scopes)
  if (endpoints === null) return refreshEmbedded(granted)
  const name = providerName(client.provider.id)
  return yield* refreshRemote({ ...client, endpoints }, token, granted).pipe(
    Effect.catchTags({
      ProviderDenied: () => Effect.succeed(null),
      ProviderRefused: ({ error }) =>
        error === "invalid_grant"
          ? Effect.succeed(null)
          : Effect.fail(textError(400, `${name} gave no access token: ${error}.`)),
      ProviderUnreachable: () => Effect.fail(providerUnreachable(client))
    })
  )
})
