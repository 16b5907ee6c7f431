/** Stores unfinished OAuth flows by the hash of their state. Their secrets are encrypted. */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { OAuthProviderId } from "../../../core/schema/fields/oauth-provider-id.ts"
import { wire } from "../../../core/schema/wire.ts"
import { hashOpaqueToken } from "../../crypto/opaque-token.ts"
import { encryptedColumns } from "../../crypto/secrets/encrypted-columns.ts"
import { Encryption } from "../../crypto/secrets/encryption.ts"
import { EncryptedText } from "../../schema/encrypted-text.ts"
import { rowsOf, run } from "../../sql/rows.ts"

/** The code challenge method (RFC 7636, section 4.2). */
export const ChallengeMethod = Schema.Literals(["S256", "plain"])
export type ChallengeMethod = typeof ChallengeMethod.Type

const flowFields = {
  projectId: Schema.String,
  providerId: OAuthProviderId,
  type: Schema.Literals(["authenticate", "link"]),
  /** The user who connects an account; `null` for a sign-in. */
  userId: Schema.NullOr(Schema.String),
  /** The session in which the account is connected; `null` for a sign-in, and in flows of earlier versions. */
  sessionId: Schema.NullOr(Schema.String),
  /** The anonymous user who signs up by this flow; `null` without one. The user may not exist any more. */
  anonymousUserId: Schema.NullOr(Schema.String),
  /** The session of the anonymous user; `null` without one, and in flows of earlier versions. */
  anonymousSessionId: Schema.NullOr(Schema.String),
  redirectUri: Schema.String,
  /** The `state` of the application. */
  clientState: EncryptedText,
  scope: Schema.String,
  codeChallenge: Schema.String,
  codeChallengeMethod: ChallengeMethod,
  errorRedirectUrl: Schema.NullOr(Schema.String),
  afterCallbackRedirectUrl: Schema.NullOr(Schema.String),
  /** The scopes of the request to the provider, separated by spaces. */
  providerScopes: Schema.String,
  providerVerifier: EncryptedText,
  providerNonce: Schema.NullOr(EncryptedText),
  /** The account that was chosen at the embedded page, and the hash of the code for it. */
  embeddedAccountId: Schema.NullOr(Schema.String),
  embeddedCodeHash: Schema.NullOr(Schema.String),
  createdAt: Schema.Int,
  expiresAt: Schema.Int
}
const FlowRow = wire({ stateHash: Schema.String, ...flowFields })

export interface OAuthFlow extends Omit<
  typeof FlowRow.Type,
  "clientState" | "providerNonce" | "providerVerifier" | "stateHash"
> {
  /** The `state` of the application. */
  readonly clientState: string
  readonly providerVerifier: Redacted.Redacted<string>
  readonly providerNonce: Redacted.Redacted<string> | null
}

export class FlowStore extends Context.Service<
  FlowStore,
  {
    readonly insert: (state: string, flow: OAuthFlow) => Effect.Effect<void>
    /** Finds a flow. */
    readonly find: (state: string) => Effect.Effect<OAuthFlow | null>
    /** Deletes and returns a flow. Only one caller gets it. */
    readonly take: (state: string) => Effect.Effect<OAuthFlow | null>
    /** Deletes the flows in which the user connects an account. */
    readonly removeOfUser: (projectId: string, userId: string) => Effect.Effect<void>
    /** Records the account that was chosen at the embedded page. */
    readonly choose: (state: string, accountId: string, code: string) => Effect.Effect<void>
  }
>()("keystile/service/FlowStore") {}

const flows = rowsOf(FlowRow)

export const layer: Layer.Layer<FlowStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  FlowStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { decrypt, encrypt } = yield* Encryption

    const decryptRow = (row: typeof FlowRow.Type | null): OAuthFlow | null => {
      if (row === null) return null
      const { stateHash, ...flow } = row
      return {
        ...flow,
        clientState: Redacted.value(decrypt(encryptedColumns.clientState, [stateHash], flow.clientState)),
        providerVerifier: decrypt(encryptedColumns.providerVerifier, [stateHash], flow.providerVerifier),
        providerNonce: flow.providerNonce && decrypt(encryptedColumns.providerNonce, [stateHash], flow.providerNonce)
      }
    }

    return FlowStore.of({
      insert: (state, flow) => {
        const row = [hashOpaqueToken(state)]
        return run(sql`
          INSERT INTO oauth_flows (
            state_hash, project_id, provider_id, type, user_id, session_id, anonymous_user_id,
            anonymous_session_id, redirect_uri, client_state, scope, code_challenge, code_challenge_method,
            error_redirect_url, after_callback_redirect_url, provider_scopes, provider_verifier, provider_nonce,
            created_at, expires_at
          )
          VALUES (
            ${hashOpaqueToken(state)}, ${flow.projectId}, ${flow.providerId}, ${flow.type}, ${flow.userId},
            ${flow.sessionId}, ${flow.anonymousUserId}, ${flow.anonymousSessionId}, ${flow.redirectUri},
            ${encrypt(encryptedColumns.clientState, row, Redacted.make(flow.clientState))},
            ${flow.scope}, ${flow.codeChallenge}, ${flow.codeChallengeMethod}, ${flow.errorRedirectUrl},
            ${flow.afterCallbackRedirectUrl}, ${flow.providerScopes},
            ${encrypt(encryptedColumns.providerVerifier, row, flow.providerVerifier)},
            ${flow.providerNonce && encrypt(encryptedColumns.providerNonce, row, flow.providerNonce)},
            ${flow.createdAt}, ${flow.expiresAt}
          )`)
      },
      find: (state) =>
        Effect.map(
          flows.first(sql`SELECT * FROM oauth_flows WHERE state_hash = ${hashOpaqueToken(state)}`),
          decryptRow
        ),
      take: (state) =>
        Effect.map(
          flows.first(sql`DELETE FROM oauth_flows WHERE state_hash = ${hashOpaqueToken(state)} RETURNING *`),
          decryptRow
        ),
      removeOfUser: (projectId, userId) =>
        run(sql`DELETE FROM oauth_flows WHERE project_id = ${projectId} AND user_id = ${userId}`),
      choose: (state, accountId, code) =>
        run(sql`
          UPDATE oauth_flows SET embedded_account_id = ${accountId}, embedded_code_hash = ${hashOpaqueToken(code)}
          WHERE state_hash = ${hashOpaqueToken(state)}`)
    })
  })
)
