/**
 * Opens the secret of the installation, which a new database gets at its first start.
 *
 * With secrets of the operator it is stored encrypted. Without them, in development, it is stored as it is, and
 * encrypts the other secrets itself: encryption has one code path.
 */
import { Clock, Context, Data, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { wire } from "../../../core/schema/wire.ts"
import { inTransaction, rowsOf, run } from "../../sql/rows.ts"
import { CodeHasher, makeCodeHasher } from "./code-hasher.ts"
import { SERVER_SECRET_ROW, serverSecretColumn } from "./encrypted-columns.ts"
import { CannotDecrypt, Encryption, keyIdIn, keyIdOf, makeEncryption } from "./encryption.ts"
import { EncryptedText } from "../../schema/encrypted-text.ts"

/** @internal */
export class ServerSecret extends Context.Service<ServerSecret, Redacted.Redacted<string>>()(
  "keystile/service/ServerSecret"
) {}

/** The given secrets cannot decrypt the database. Nothing was changed. */
export class SecretsUnusable extends Data.TaggedError("SecretsUnusable")<{
  /** The key id of the secret that the database needs. */
  readonly keyId: string
  /** The key ids of the given secrets. */
  readonly given: ReadonlyArray<string>
}> {
  override get message(): string {
    const given = this.given.length === 0 ? "none was given" : `the given ones have ${this.given.join(", ")}`
    return (
      `The database is encrypted with the secret whose key id is ${this.keyId}; ${given}. ` +
      "Add that secret to KEYSTILE_SECRETS, or to the option secrets of a mounted service."
    )
  }
}

/** The secrets of the operator: the first encrypts, all decrypt. Empty in development. */
export type Secrets = ReadonlyArray<Redacted.Redacted<string>>

/** Returns an encryption that also decrypts what was encrypted before the operator had secrets. */
const encryptionOf = ([first, ...others]: Secrets, serverSecret: Redacted.Redacted<string>) =>
  makeEncryption(first === undefined ? [serverSecret] : [first, ...others, serverSecret])

const installations = rowsOf(wire({ serverSecret: EncryptedText }))

const insert = Effect.fnUntraced(function* ([first, ...others]: Secrets) {
  const sql = yield* SqlClient.SqlClient
  const secret = Redacted.make(randomBytes(32).toString("base64url"))
  const text =
    first === undefined
      ? Redacted.value(secret)
      : makeEncryption([first, ...others]).encrypt(serverSecretColumn, SERVER_SECRET_ROW, secret)
  // If two processes start at the same time, one retries its transaction and finds the secret of the other.
  yield* run(sql`
    INSERT INTO installation (id, server_secret, created_at, secrets_key_id)
    VALUES (1, ${text}, ${yield* Clock.currentTimeMillis}, ${first === undefined ? null : keyIdOf(first)})
    ON CONFLICT (id) DO NOTHING`)
  return secret
})

const decrypt = ([first, ...others]: Secrets, text: EncryptedText, keyId: string) =>
  Effect.try({
    try: () => {
      if (first === undefined) throw new CannotDecrypt({ keyId, column: "server_secret" })
      return makeEncryption([first, ...others]).decrypt(serverSecretColumn, SERVER_SECRET_ROW, text)
    },
    catch: () => new SecretsUnusable({ keyId, given: (first === undefined ? [] : [first, ...others]).map(keyIdOf) })
  })

/** Encrypts the secret of a database of development that is opened with secrets for the first time. */
const encryptPlain = Effect.fnUntraced(function* ([first, ...others]: Secrets, plain: string) {
  const sql = yield* SqlClient.SqlClient
  const secret = Redacted.make(plain)
  if (first === undefined) return secret
  const text = makeEncryption([first, ...others]).encrypt(serverSecretColumn, SERVER_SECRET_ROW, secret)
  yield* run(sql`UPDATE installation SET server_secret = ${text} WHERE server_secret = ${plain}`)
  return secret
})

/** Reads the secret of the installation, or creates it. */
const open = (secrets: Secrets) =>
  inTransaction(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const stored = yield* installations.first(sql`SELECT server_secret FROM installation`)
      if (stored === null) return yield* insert(secrets)
      const keyId = keyIdIn(stored.serverSecret)
      return yield* keyId === null
        ? encryptPlain(secrets, stored.serverSecret)
        : decrypt(secrets, stored.serverSecret, keyId)
    })
  )

/** The state of a database for the secrets: new, of development without secrets, or decrypted by them. */
export type SecretsFit = "new" | "plain" | "encrypted"

/** Checks without a change whether the secrets fit the database. */
export const checkSecrets = Effect.fnUntraced(function* (
  secrets: Secrets
): Effect.fn.Return<SecretsFit, SecretsUnusable, SqlClient.SqlClient> {
  const sql = yield* SqlClient.SqlClient
  const hasSecret = yield* Effect.orElseSucceed(sql`SELECT server_secret FROM installation`, () => [])
  if (hasSecret.length === 0) return "new"
  const stored = yield* installations.first(sql`SELECT server_secret FROM installation`)
  const keyId = stored === null ? null : keyIdIn(stored.serverSecret)
  if (stored === null || keyId === null) return "plain"
  yield* decrypt(secrets, stored.serverSecret, keyId)
  return "encrypted"
})

/** @internal */
export const layer = (
  secrets: Secrets
): Layer.Layer<CodeHasher | Encryption | ServerSecret, SecretsUnusable, SqlClient.SqlClient> =>
  Layer.effectContext(
    Effect.map(open(secrets), (serverSecret) =>
      Context.make(ServerSecret, serverSecret).pipe(
        Context.add(Encryption, encryptionOf(secrets, serverSecret)),
        Context.add(CodeHasher, makeCodeHasher(serverSecret))
      )
    )
  )
