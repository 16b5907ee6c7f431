/** Secrets: plain text in requests and responses, `Redacted` in TypeScript. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

const reveal = SchemaTransformation.transform({
  decode: (text: string) => Redacted.make(text),
  encode: (secret: Redacted.Redacted<string>) => Redacted.value(secret)
})

// `Schema.RedactedFromValue` does the same for values of any type, and adds 0.6 kB gzip: see
// core/lightweight/README.md.
const redactedText = (text: Schema.Codec<string, string>) =>
  // Keystile redacts texts only. The type of `isRedacted` says nothing of the value.
  Schema.declare(Redacted.isRedacted as (value: unknown) => value is Redacted.Redacted<string>, {
    expected: "a secret",
    // Generated secrets match the schema, too.
    toCodecJson: () => Schema.link<Redacted.Redacted<string>>()(text, reveal)
  })

/** Redacted text that matches a schema. */
export const redacted = (text: Schema.Codec<string, string>): Schema.Codec<Redacted.Redacted<string>, string> =>
  text.pipe(Schema.decodeTo(redactedText(text), reveal))

/** A password, a token or a key. It is redacted in logs, errors and JSON. */
export const Secret = redacted(Schema.String)
