/** Decodes the secrets that encrypt data at rest: the first one encrypts, and all of them decrypt. */
import { Redacted, Schema } from "effect"
import { MIN_SECRET_BYTES } from "../crypto/secrets/encryption.ts"
import { field, InvalidValue } from "./configuration-field.ts"

/** A random text of this length has more different characters in all but one of 10^12 cases, even in hexadecimal. */
const MIN_DIFFERENT = 6

const HINT = "Create one with: openssl rand -base64 32"

type SecretList = readonly [Redacted.Redacted<string>, ...ReadonlyArray<Redacted.Redacted<string>>]

/** A list of texts, or one text with commas between the secrets. */
export const Secrets = field(
  Schema.NonEmptyArray(Schema.Redacted(Schema.String)),
  (value): SecretList | InvalidValue => {
    const given: ReadonlyArray<unknown> =
      typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : []
    const texts = given.map((secret) => (typeof secret === "string" ? secret.trim() : ""))
    const [first, ...others] = texts
    if (first === undefined) return new InvalidValue("has to be a list of secrets, with commas between them.")
    const short = texts.findIndex((secret) => Buffer.byteLength(secret) < MIN_SECRET_BYTES)
    if (short >= 0) {
      return new InvalidValue(
        `${describeSecret(short, texts.length)} needs at least ${MIN_SECRET_BYTES} bytes. ${HINT}`
      )
    }
    const weak = texts.findIndex((secret) => new Set(secret).size < MIN_DIFFERENT)
    if (weak >= 0) return new InvalidValue(`${describeSecret(weak, texts.length)} is not random. ${HINT}`)
    if (new Set(texts).size < texts.length) return new InvalidValue("contains a secret twice. Remove one of them.")
    return [Redacted.make(first), ...others.map((secret) => Redacted.make(secret))]
  }
)

/** Names a secret of the list: "is too weak: secret 2 of 3". */
const describeSecret = (index: number, count: number) =>
  count === 1 ? "is too weak: it" : `is too weak: secret ${index + 1} of ${count}`
