/**
 * The account that a linking flow connects when its code is exchanged.
 *
 * The redirect from the provider does not connect it: another person could be made to open the URL that starts the
 * flow of an attacker, and the attacker would get access to that person's account (RFC 9700, section 4.7). Only the
 * browser that started the flow has the code verifier and gets the code.
 */
import { Clock, Effect, Redacted, Schema } from "effect"
import { inTransaction } from "../../sql/rows.ts"
import { connectAccount, type NewAccount } from "../connected-accounts/connect-account.ts"
import { OAuthAccountStore } from "../connected-accounts/oauth-account-store.ts"
import { SessionStore } from "../sessions/session-store.ts"
import type { ProviderTokens } from "./provider-client.ts"
import { saveProviderTokens } from "./save-provider-tokens.ts"

export interface LinkedAccount {
  readonly account: NewAccount
  /** `null` with shared keys. */
  readonly tokens: ProviderTokens | null
}

const LinkedAccountText = Schema.fromJsonString(
  Schema.Struct({
    account: Schema.Struct({
      providerId: Schema.String,
      accountId: Schema.String,
      email: Schema.NullOr(Schema.String)
    }),
    tokens: Schema.NullOr(
      Schema.Struct({
        accessToken: Schema.String,
        refreshToken: Schema.NullOr(Schema.String),
        scopes: Schema.Array(Schema.String),
        expiresIn: Schema.NullOr(Schema.Finite)
      })
    )
  })
)
const encode = Schema.encodeSync(LinkedAccountText)
const decode = Schema.decodeSync(LinkedAccountText)

export const linkedAccountToText = ({ account, tokens }: LinkedAccount): Redacted.Redacted<string> =>
  Redacted.make(
    encode({
      account,
      tokens: tokens && {
        ...tokens,
        accessToken: Redacted.value(tokens.accessToken),
        refreshToken: tokens.refreshToken && Redacted.value(tokens.refreshToken)
      }
    })
  )

export const linkedAccountOfText = (text: Redacted.Redacted<string>): LinkedAccount => {
  const { account, tokens } = decode(Redacted.value(text))
  return {
    account,
    tokens: tokens && {
      ...tokens,
      accessToken: Redacted.make(tokens.accessToken),
      refreshToken: tokens.refreshToken === null ? null : Redacted.make(tokens.refreshToken)
    }
  }
}

/**
 * Returns whether the session that started a linking flow has not ended. True without one: for other flows, and for
 * those of earlier versions.
 */
export const isLinkingSessionOpen = Effect.fnUntraced(function* (projectId: string, sessionId: string | null) {
  if (sessionId === null) return true
  return (yield* (yield* SessionStore).findById(projectId, sessionId, yield* Clock.currentTimeMillis)) !== null
})

interface LinkRequest {
  readonly projectId: string
  readonly userId: string
  /** When the provider responded, in epoch milliseconds. */
  readonly createdAt: number
  readonly linked: LinkedAccount
}

/**
 * Connects the account and stores its tokens. Fails with `UniqueViolation` if it has become the account of another
 * user.
 */
export const connectLinkedAccount = Effect.fnUntraced(function* ({
  createdAt,
  linked,
  projectId,
  userId
}: LinkRequest) {
  const { account, tokens } = linked
  const owner = yield* (yield* OAuthAccountStore).find(projectId, account.providerId, account.accountId)
  // The insertion fails for an account of another user.
  if (owner?.userId !== userId) yield* connectAccount(projectId, userId, account)
  if (tokens === null) return
  const elapsed = (yield* Clock.currentTimeMillis) - createdAt
  const expiresIn = tokens.expiresIn === null ? null : tokens.expiresIn - elapsed / 1000
  yield* saveProviderTokens({ projectId, ...account }, { ...tokens, expiresIn })
}, inTransaction)
