/** Lists the encrypted columns. Every one is written through `Encryption`, and re-encrypted by `reencrypt`. */

export interface EncryptedColumn {
  readonly table: string
  readonly name: string
  /** The columns that identify a row, in the order of the index of the primary key. */
  readonly key: readonly [string, ...ReadonlyArray<string>]
}

const column = (table: string, name: string, ...key: EncryptedColumn["key"]): EncryptedColumn => ({ table, name, key })

export const encryptedColumns = {
  clientSecret: column("project_oauth_providers", "client_secret", "project_id", "id"),
  clientState: column("oauth_flows", "client_state", "state_hash"),
  initialApiKey: column("api_keys", "plain", "key_set_id", "kind"),
  linkedAccount: column("oauth_authorization_codes", "linked_account", "code_hash"),
  mailContent: column("outgoing_mails", "content", "id"),
  previousWebhookSecret: column("webhook_targets", "previous_secret", "id"),
  providerNonce: column("oauth_flows", "provider_nonce", "state_hash"),
  providerToken: column("oauth_provider_tokens", "token", "id"),
  providerVerifier: column("oauth_flows", "provider_verifier", "state_hash"),
  signingKey: column("signing_keys", "secret", "id"),
  smtpPassword: column("project_email_configs", "password", "project_id"),
  turnstileSecret: column("project_sign_up_proofs", "secret_key", "project_id"),
  totpSecret: column("users", "totp_secret", "id"),
  webhookSecret: column("webhook_targets", "secret", "id")
} as const satisfies Readonly<Record<string, EncryptedColumn>>

/** The secret of the installation. It is re-encrypted last, so that a start detects an incomplete rotation. */
export const serverSecretColumn = column("installation", "server_secret", "id")
export const SERVER_SECRET_ROW = ["1"] as const
