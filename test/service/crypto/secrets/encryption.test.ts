/** The encryption of secrets in the database. */
import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { encryptedColumns } from "../../../../service/crypto/secrets/encrypted-columns.ts"
import { CannotDecrypt, keyIdIn, keyIdOf, makeEncryption } from "../../../../service/crypto/secrets/encryption.ts"
import { EncryptedText } from "../../../../service/schema/encrypted-text.ts"

const old = Redacted.make("an old secret of 32 bytes or more")
const next = Redacted.make("the next secret of 32 bytes or more")
const { totpSecret, webhookSecret } = encryptedColumns
const value = Redacted.make("value ✓")

describe("encryption", () => {
  it("returns another text each time, which begins with the key id and decrypts to the value", () => {
    const { decrypt, encrypt, isCurrent } = makeEncryption([old])
    const [one, other] = [encrypt(totpSecret, ["a"], value), encrypt(totpSecret, ["a"], value)]
    assert.notStrictEqual(one, other)
    assert.isTrue(one.startsWith(`ks1.${keyIdOf(old)}.`))
    assert.strictEqual(keyIdIn(one), keyIdOf(old))
    assert.isTrue(isCurrent(one))
    for (const text of [one, other]) {
      assert.notInclude(text, "value")
      assert.strictEqual(Redacted.value(decrypt(totpSecret, ["a"], text)), "value ✓")
    }
    const empty = encrypt(totpSecret, ["a"], Redacted.make(""))
    assert.strictEqual(Redacted.value(decrypt(totpSecret, ["a"], empty)), "")
  })

  it("refuses a text of another row or column, and a changed one", () => {
    const { decrypt, encrypt } = makeEncryption([old])
    const text = encrypt(totpSecret, ["a"], value)
    const last = text.at(-5) === "A" ? "B" : "A"
    const changed = EncryptedText.make(`${text.slice(0, -5)}${last}${text.slice(-4)}`)
    assert.throws(() => decrypt(totpSecret, ["b"], text), CannotDecrypt, "users.totp_secret")
    assert.throws(() => decrypt(totpSecret, ["a", ""], text), CannotDecrypt)
    assert.throws(() => decrypt(webhookSecret, ["a"], text), CannotDecrypt, "webhook_targets.secret")
    assert.throws(() => decrypt(totpSecret, ["a"], changed), CannotDecrypt)
  })

  it("encrypts with the first secret and decrypts with all", () => {
    const before = makeEncryption([old])
    const during = makeEncryption([next, old])
    const text = before.encrypt(totpSecret, ["a"], value)
    assert.strictEqual(Redacted.value(during.decrypt(totpSecret, ["a"], text)), "value ✓")
    assert.isFalse(during.isCurrent(text))
    assert.strictEqual(keyIdIn(during.encrypt(totpSecret, ["a"], value)), keyIdOf(next))
    assert.throws(() => makeEncryption([next]).decrypt(totpSecret, ["a"], text), CannotDecrypt, keyIdOf(old))
  })

  it("returns a text of an earlier version as it is", () => {
    const { decrypt, isCurrent } = makeEncryption([old])
    for (const text of ["plain", "", "ks1.", `ks1.${keyIdOf(old)}.short`].map((each) => EncryptedText.make(each))) {
      assert.strictEqual(Redacted.value(decrypt(totpSecret, ["a"], text)), text)
      assert.isFalse(isCurrent(text))
    }
  })

  it("names a secret by an id that does not contain a part of it", () => {
    assert.match(keyIdOf(old), /^[\w-]{8}$/)
    assert.notStrictEqual(keyIdOf(old), keyIdOf(next))
    assert.strictEqual(keyIdOf(old), keyIdOf(Redacted.make(Redacted.value(old))))
  })
})
