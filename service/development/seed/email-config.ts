/** The mail server of a project in a seed. */
import { Schema } from "effect"
import { Email } from "../../../core/schema/fields/email.ts"
import { redacted } from "../../../core/schema/fields/secret.ts"

// They become commands and headers of SMTP, where a line end starts another one.
const Line = Schema.String.check(
  Schema.makeFilter((text) => text !== "" && !/\p{Control}|\p{Surrogate}/u.test(text), { expected: "one line of text" })
)

export const SeedEmailConfig = Schema.Union([
  /** No mail server: mails are stored in the mailbox, as they always are. */
  Schema.Struct({ type: Schema.Literal("shared") }),
  /** The project's own mail server. */
  Schema.Struct({
    type: Schema.Literal("standard"),
    host: Line,
    port: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65535 })),
    username: Line,
    password: redacted(Line.check(Schema.isMaxLength(70))),
    senderName: Line,
    senderEmail: Email
  })
])
