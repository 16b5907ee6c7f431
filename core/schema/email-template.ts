/** Templates of the mails that a project sends. */
import * as Schema from "effect/Schema"
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
