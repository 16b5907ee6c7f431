/** Secrets: plain text on the wire, `Redacted` in TypeScript. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

const reveal = SchemaTransformation.transform({
  decode: (text: string) => Redacted.make(text),
  encode: (secret: Redacted.Redacted<string>) => Redacted.value(secret)
})

// The library's `Schema.RedactedFromValue` does the same for values of any kind, and weighs half a kilobyte more.
const redactedText = (text: Schema.Codec<string, string>) =>
  Schema.declare(Redacted.isRedacted as (value: unknown) => value is Redacted.Redacted<string>, {
    expected: "a secret",
    // Generated secrets obey the rules of the text, too.
    toCodecJson: () => Schema.link<Redacted.Redacted<string>>()(text, reveal)
  })

/** Text that obeys a schema, hidden. */
export const hidden = (text: Schema.Codec<string, string>): Schema.Codec<Redacted.Redacted<string>, string> =>
  text.pipe(Schema.decodeTo(redactedText(text), reveal))

/** A password, a token, a key: hidden from logs, errors and JSON from the moment it is read. */
export const Secret = hidden(Schema.String)
