/** Sending mail: a template of the project, filled in and delivered. */
import { Context, type Effect } from "effect"
import type { EmailTemplateType } from "../../core/schema/email-template.ts"

export interface Mail {
  readonly projectId: string
  readonly type: EmailTemplateType
  /** The address it goes to. */
  readonly to: string
  /** What the template asks for, besides the project's name (wire, section 12). */
  readonly variables: Readonly<Record<string, string>>
}

export class Mailer extends Context.Service<Mailer, {
  /** The mail lies in the mailbox when this ends. A delivery that fails is no failure of the call that caused it. */
  readonly send: (mail: Mail) => Effect.Effect<void>
}>()("keystile/service/Mailer") {}
