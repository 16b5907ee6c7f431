/** Templates of the mails that a project sends. */
import * as Schema from "effect/Schema"
import { atMost } from "./fields/text.ts"
import { wire } from "./wire.ts"

export const EmailTemplateType = Schema.Literals([
  "email_verification",
  "password_reset",
  "magic_link",
  "team_invitation"
])
export type EmailTemplateType = typeof EmailTemplateType.Type

export class EmailTemplate extends Schema.Opaque<EmailTemplate>()(
  wire({
    type: EmailTemplateType,
    subject: Schema.String,
    /** A document of blocks. */
    content: Schema.Json,
    isDefault: Schema.Boolean
  })
) {}

export class EmailTemplateUpdate extends Schema.Opaque<EmailTemplateUpdate>()(
  wire({ subject: Schema.optionalKey(Schema.String), content: Schema.optionalKey(Schema.Json) })
) {}

const PreviewText = Schema.String.check(atMost(2000))

export class EmailTemplatePreviewInput extends Schema.Opaque<EmailTemplatePreviewInput>()(
  wire({
    subject: PreviewText,
    /** A document of blocks. */
    content: Schema.Json,
    /** The values of the variables, besides the name of the project. */
    variables: Schema.Record(Schema.String, PreviewText),
    /** The scheme in which it is shown. Default: that of the reader, as it is sent. */
    colorScheme: Schema.optionalKey(Schema.Literals(["light", "dark"]))
  })
) {}

/** A rendered template. */
export class EmailTemplatePreview extends Schema.Opaque<EmailTemplatePreview>()(
  wire({
    subject: Schema.String,
    html: Schema.String,
    text: Schema.String,
    /** True if the mail has colors for the dark scheme. */
    isAdaptable: Schema.Boolean
  })
) {}
