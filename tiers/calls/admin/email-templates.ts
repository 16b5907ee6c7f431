/** The mails that the project sends. */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as Api from "../../../core/api/email-templates.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { EmailTemplate, EmailTemplateType } from "../../../core/schema/email-template.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { byKeys } from "../server/user-scope.ts"

/** Absent fields are unchanged. */
export interface EmailTemplateChanges {
  readonly subject?: string | undefined
  /** A document of blocks. */
  readonly content?: Schema.Json | undefined
}

export interface EmailTemplateCalls {
  /** Always all four, customised or not. */
  readonly list: () => Effect.Effect<ReadonlyArray<EmailTemplate>, RequestError>
  readonly get: (type: EmailTemplateType) => Effect.Effect<EmailTemplate, RequestError>
  readonly update: (
    type: EmailTemplateType,
    changes: EmailTemplateChanges
  ) => Effect.Effect<EmailTemplate, RequestError>
  /** Back to the standard template. */
  readonly reset: (type: EmailTemplateType) => Effect.Effect<void, RequestError>
}

export const emailTemplateCalls = (dependencies: CallDependencies): EmailTemplateCalls => {
  const run = byKeys(dependencies)
  return {
    list: () => Effect.map(run(Api.list, {}), ({ items }) => items),
    get: (type) => run(Api.get, { params: { type } }),
    update: (type, changes) => run(Api.update, { params: { type }, body: omitUndefined(changes) }),
    reset: (type) => Effect.asVoid(run(Api.reset, { params: { type } }))
  }
}
