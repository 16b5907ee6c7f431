/**
 * Encrypts secrets in the database with AES-256-GCM (NIST SP 800-38D).
 *
 * A ciphertext is `ks1.<key id>.<base64url>`: the nonce (12 bytes), the encrypted text and the tag (16 bytes). Each
 * column has a key of its own, which HKDF-SHA256 (RFC 5869) derives from a secret. Column and row are additional
 * authenticated data, so that a ciphertext cannot be moved to another row or column.
 *
 * Both directions are synchronous: a text of 100 bytes takes some microseconds.
 */
import { Context, Data, Effect, Redacted } from "effect"
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import { EncryptedText } from "../../schema/encrypted-text.ts"
import type { EncryptedColumn } from "./encrypted-columns.ts"

/** A text cannot be decrypted with the given secrets. */
export class CannotDecrypt extends Data.TaggedError("CannotDecrypt")<{
  readonly keyId: string
  readonly column: string
}> {
  override get message(): string {
    return (
      `A value of ${this.column} cannot be decrypted. ` +
      `It was encrypted with the secret whose key id is ${this.keyId}.`
    )
  }
}

/**
 * Returns what an operator does about a secret that cannot be decrypted.
 *
 * @param remedy what to do if the secret that encrypted it is lost, as an imperative
 */
export const unreadableAdvice = (remedy: string): string => `Configure the secret that encrypted it, or ${remedy}.`

export class Encryption extends Context.Service<
  Encryption,
  {
    /** The id of the key that encrypts. */
    readonly keyId: string
    readonly encrypt: (
      column: EncryptedColumn,
      row: ReadonlyArray<string>,
      secret: Redacted.Redacted<string>
    ) => EncryptedText
    /** Returns a text of an earlier version, which is not encrypted, as it is. Throws `CannotDecrypt`. */
    readonly decrypt: (
      column: EncryptedColumn,
      row: ReadonlyArray<string>,
      text: EncryptedText
    ) => Redacted.Redacted<string>
    /** Returns whether a text is encrypted by the key that encrypts now. */
    readonly isCurrent: (text: EncryptedText) => boolean
  }
>()("keystile/service/Encryption") {}

/** Calls a function that decrypts. Fails with `CannotDecrypt`, which is a defect otherwise. */
export const tryDecrypt = <A>(decrypt: () => A): Effect.Effect<A, CannotDecrypt> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(decrypt())
    } catch (cause) {
      return cause instanceof CannotDecrypt ? Effect.fail(cause) : Effect.die(cause)
    }
  })

/** The minimum length of a secret, in bytes. */
export const MIN_SECRET_BYTES = 32

const ALGORITHM = "aes-256-gcm"
const KEY_LENGTH = 32
const NONCE_LENGTH = 12
const TAG_LENGTH = 16
const KEY_ID_LENGTH = 6

const CIPHERTEXT = /^ks1\.([\w-]{8})\.([\w-]{38,})$/

/** Derives bytes for one purpose from a secret. */
export const derive = (secret: Redacted.Redacted<string>, purpose: string, length = KEY_LENGTH): Buffer =>
  Buffer.from(hkdfSync("sha256", Redacted.value(secret), "", `keystile ${purpose}`, length))

/** Returns the id of the key of a secret: 8 characters, which do not reveal the secret. */
export const keyIdOf = (secret: Redacted.Redacted<string>): string =>
  derive(secret, "key id", KEY_ID_LENGTH).toString("base64url")

/** Returns the key id of an encrypted text; `null` if the text is not encrypted. */
export const keyIdIn = (text: string): string | null => CIPHERTEXT.exec(text)?.[1] ?? null

const nameOf = ({ name, table }: EncryptedColumn) => `${table}.${name}`

/** The first secret encrypts, and all of them decrypt. */
export const makeEncryption = (
  secrets: readonly [Redacted.Redacted<string>, ...ReadonlyArray<Redacted.Redacted<string>>]
): Encryption["Service"] => {
  const byKeyId = new Map(secrets.toReversed().map((secret) => [keyIdOf(secret), secret]))
  const keyId = keyIdOf(secrets[0])
  const keys = new Map<string, Buffer>()
  const keyOf = (id: string, column: EncryptedColumn): Buffer => {
    const name = `${id} ${nameOf(column)}`
    const known = keys.get(name)
    if (known !== undefined) return known
    const secret = byKeyId.get(id)
    if (secret === undefined) throw new CannotDecrypt({ keyId: id, column: nameOf(column) })
    const key = derive(secret, `column ${nameOf(column)}`)
    keys.set(name, key)
    return key
  }
  const contextOf = (column: EncryptedColumn, row: ReadonlyArray<string>) =>
    Buffer.from(JSON.stringify([nameOf(column), ...row]))

  return {
    keyId,
    encrypt: (column, row, secret) => {
      const nonce = randomBytes(NONCE_LENGTH)
      const cipher = createCipheriv(ALGORITHM, keyOf(keyId, column), nonce, { authTagLength: TAG_LENGTH })
      cipher.setAAD(contextOf(column, row))
      const encrypted = [cipher.update(Redacted.value(secret), "utf8"), cipher.final()]
      const bytes = Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()])
      return EncryptedText.make(`ks1.${keyId}.${bytes.toString("base64url")}`)
    },
    decrypt: (column, row, text) => {
      const [, id, content] = CIPHERTEXT.exec(text) ?? []
      if (id === undefined || content === undefined) return Redacted.make(text)
      const bytes = Buffer.from(content, "base64url")
      const nonce = bytes.subarray(0, NONCE_LENGTH)
      const decipher = createDecipheriv(ALGORITHM, keyOf(id, column), nonce, { authTagLength: TAG_LENGTH })
      decipher.setAAD(contextOf(column, row))
      decipher.setAuthTag(bytes.subarray(-TAG_LENGTH))
      try {
        const parts = [decipher.update(bytes.subarray(NONCE_LENGTH, -TAG_LENGTH)), decipher.final()]
        return Redacted.make(Buffer.concat(parts).toString())
      } catch {
        throw new CannotDecrypt({ keyId: id, column: nameOf(column) })
      }
    },
    isCurrent: (text) => keyIdIn(text) === keyId
  }
}
