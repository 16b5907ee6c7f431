/** Templates of the mails that a project sends. */
import * as Schema from "effect/Schema"
import { SupportedLanguage } from "./fields/supported-language.ts"
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
    isDefault: Schema.Boolean,
    /**
     * The language that the request names. `isDefault` is then true if the project has no template of its own for it,
     * and the texts are those that are mailed instead. Absent from services without `mail_languages`.
     */
    language: Schema.optionalKey(Schema.String),
    /** The languages with a template of their own. Absent without any, and from services without `mail_languages`. */
    languages: Schema.optionalKey(Schema.Array(Schema.String))
  })
) {}

/** Names the template for one language: an extension of the wire, listed as `mail_languages`. */
export const EmailTemplateQuery = wire({
  /** The language of the mail. Default: the template for all languages without one of their own. */
  language: Schema.optionalKey(SupportedLanguage)
})

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
    colorScheme: Schema.optionalKey(Schema.Literals(["light", "dark"])),
    /** The language of the mail: its direction, and that of screen readers. Default: that of the project. */
    language: Schema.optionalKey(SupportedLanguage)
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
