/** Stores unfinished OAuth flows by the hash of their state. */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { OAuthProviderId } from "../../../core/schema/fields/oauth-provider-id.ts"
import { Secret } from "../../../core/schema/fields/secret.ts"
import { wire } from "../../../core/schema/wire.ts"
import { hashOpaqueToken } from "../../crypto/opaque-token.ts"
import { rowsOf, run } from "../../sql/rows.ts"

/** The code challenge method (RFC 7636, section 4.2). */
export const ChallengeMethod = Schema.Literals(["S256", "plain"])
export type ChallengeMethod = typeof ChallengeMethod.Type

const Flow = wire({
  projectId: Schema.String,
  providerId: OAuthProviderId,
  type: Schema.Literals(["authenticate", "link"]),
  /** The user who connects an account; `null` for a sign-in. */
  userId: Schema.NullOr(Schema.String),
  redirectUri: Schema.String,
  /** The `state` of the application. */
  clientState: Schema.String,
  scope: Schema.String,
  codeChallenge: Schema.String,
  codeChallengeMethod: ChallengeMethod,
  errorRedirectUrl: Schema.NullOr(Schema.String),
  afterCallbackRedirectUrl: Schema.NullOr(Schema.String),
  /** The scopes of the request to the provider, separated by spaces. */
  providerScopes: Schema.String,
  providerVerifier: Secret,
  providerNonce: Schema.NullOr(Secret),
  /** The account that was chosen at the embedded page, and the hash of the code for it. */
  embeddedAccountId: Schema.NullOr(Schema.String),
  embeddedCodeHash: Schema.NullOr(Schema.String),
  createdAt: Schema.Int,
  expiresAt: Schema.Int
})
export type Flow = typeof Flow.Type

export class FlowStore extends Context.Service<
  FlowStore,
  {
    readonly insert: (state: string, flow: Flow) => Effect.Effect<void>
    /** Finds a flow. */
    readonly find: (state: string) => Effect.Effect<Flow | null>
    /** Deletes and returns a flow. Only one caller gets it. */
    readonly take: (state: string) => Effect.Effect<Flow | null>
    /** Deletes the flows in which the user links an account. */
    readonly removeOfUser: (projectId: string, userId: string) => Effect.Effect<void>
    /** Records the account that was chosen at the embedded page. */
    readonly choose: (state: string, accountId: string, code: string) => Effect.Effect<void>
  }
>()("keystile/service/FlowStore") {}

const flows = rowsOf(Flow)

export const layer: Layer.Layer<FlowStore, never, SqlClient.SqlClient> = Layer.effect(
  FlowStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return FlowStore.of({
      insert: (state, flow) =>
        run(sql`
          INSERT INTO oauth_flows (
            state_hash, project_id, provider_id, type, user_id, redirect_uri, client_state, scope, code_challenge,
            code_challenge_method, error_redirect_url, after_callback_redirect_url, provider_scopes, provider_verifier,
            provider_nonce, created_at, expires_at
          )
          VALUES (
            ${hashOpaqueToken(state)}, ${flow.projectId}, ${flow.providerId}, ${flow.type}, ${flow.userId},
            ${flow.redirectUri}, ${flow.clientState}, ${flow.scope}, ${flow.codeChallenge}, ${flow.codeChallengeMethod},
            ${flow.errorRedirectUrl}, ${flow.afterCallbackRedirectUrl}, ${flow.providerScopes},
            ${Redacted.value(flow.providerVerifier)}, ${flow.providerNonce && Redacted.value(flow.providerNonce)},
            ${flow.createdAt}, ${flow.expiresAt}
          )`),
      find: (state) => flows.first(sql`SELECT * FROM oauth_flows WHERE state_hash = ${hashOpaqueToken(state)}`),
      take: (state) =>
        flows.first(sql`DELETE FROM oauth_flows WHERE state_hash = ${hashOpaqueToken(state)} RETURNING *`),
      removeOfUser: (projectId, userId) =>
        run(sql`DELETE FROM oauth_flows WHERE project_id = ${projectId} AND user_id = ${userId}`),
      choose: (state, accountId, code) =>
        run(sql`
          UPDATE oauth_flows SET embedded_account_id = ${accountId}, embedded_code_hash = ${hashOpaqueToken(code)}
          WHERE state_hash = ${hashOpaqueToken(state)}`)
    })
  })
)
