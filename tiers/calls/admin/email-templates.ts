/** The mails that the project sends. */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as Api from "../../../core/api/email-templates.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { EmailTemplate, EmailTemplatePreview, EmailTemplateType } from "../../../core/schema/email-template.ts"
import type { SupportedLanguage } from "../../../core/schema/supported-languages.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { byKeys } from "../server/user-scope.ts"

/** Absent fields are unchanged. */
export interface EmailTemplateChanges {
  /** The subject of the mail, with variables. */
  readonly subject?: string | undefined
  /** A document of blocks. */
  readonly content?: Schema.Json | undefined
}

/** Names the template for one language. An extension of the wire, listed as `mail_languages`. */
export interface EmailTemplateOptions {
  /** The language of the mail. Default: the template for all languages without one of their own. */
  readonly language?: SupportedLanguage | undefined
}

/** A template to render, saved or not. */
export interface EmailTemplatePreviewOptions {
  /** The subject of the mail, with variables. */
  readonly subject: string
  /** A document of blocks. */
  readonly content: Schema.Json
  /** The values of the variables, besides the name of the project. */
  readonly variables: Readonly<Record<string, string>>
  /** The scheme in which it is shown. Default: that of the reader, as it is sent. */
  readonly colorScheme?: "light" | "dark" | undefined
  /** The language of the mail: its direction, and that of screen readers. Default: that of the project. */
  readonly language?: SupportedLanguage | undefined
}

export interface EmailTemplateCalls {
  /** Always all four, customised or not. */
  readonly list: () => Effect.Effect<ReadonlyArray<EmailTemplate>, RequestError>
  /**
   * Returns a template.
   *
   * @param type The mail that the template is for.
   */
  readonly get: (type: EmailTemplateType, options?: EmailTemplateOptions) => Effect.Effect<EmailTemplate, RequestError>
  /**
   * Changes a template.
   *
   * @param type The mail that the template is for.
   */
  readonly update: (
    type: EmailTemplateType,
    changes: EmailTemplateChanges,
    options?: EmailTemplateOptions
  ) => Effect.Effect<EmailTemplate, RequestError>
  /** Renders a template as the service would send it. An extension of the wire, listed as `email_previews`. */
  readonly preview: (options: EmailTemplatePreviewOptions) => Effect.Effect<EmailTemplatePreview, RequestError>
  /**
   * Back to the standard template; with a language, to the template for all languages.
   *
   * @param type The mail that the template is for.
   */
  readonly reset: (type: EmailTemplateType, options?: EmailTemplateOptions) => Effect.Effect<void, RequestError>
}

export const emailTemplateCalls = (dependencies: CallDependencies): EmailTemplateCalls => {
  const run = byKeys(dependencies)
  return {
    list: () => Effect.map(run(Api.list, {}), ({ items }) => items),
    get: (type, options = {}) => run(Api.get, { params: { type }, query: omitUndefined(options) }),
    update: (type, changes, options = {}) =>
      run(Api.update, { params: { type }, query: omitUndefined(options), body: omitUndefined(changes) }),
    preview: (options) => run(Api.preview, { body: omitUndefined(options) }),
    reset: (type, options = {}) => Effect.asVoid(run(Api.reset, { params: { type }, query: omitUndefined(options) }))
  }
}
