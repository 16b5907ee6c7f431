/** The form of a webhook target: its fields, their problems, and the settings that they mean. */
import type { WebhookTarget } from "../../core/schema/webhook.ts"
import { WebhookEventType } from "../../core/schema/webhook-event-type.ts"

export interface TargetDraft {
  readonly url: string
  readonly description: string
  readonly isForAll: boolean
  /** The chosen types, unless it is for all. */
  readonly types: ReadonlyArray<WebhookEventType>
}

export const newDraft: TargetDraft = { url: "", description: "", isForAll: true, types: [] }

/** Returns the form of a saved target. */
export const draftOf = ({ description, eventTypes, url }: WebhookTarget): TargetDraft => ({
  url,
  description,
  isForAll: eventTypes === null,
  types: WebhookEventType.literals.filter((type) => eventTypes?.includes(type))
})

const MAX_DESCRIPTION = 200

/** Returns the problems of the form by their fields. */
export const problemsOf = ({ description, isForAll, types, url }: TargetDraft) => ({
  ...(!/^https?:\/\/[^\s/]/i.test(url.trim()) && {
    url: "Enter an address that begins with https://, or with http:// for a program on your machine."
  }),
  ...(description.trim().length > MAX_DESCRIPTION && {
    description: `The note is too long: at most ${MAX_DESCRIPTION} characters.`
  }),
  ...(!isForAll && types.length === 0 && { types: "Choose at least one type of events." })
})

/** Returns the settings of the form. */
export const inputOf = ({ description, isForAll, types, url }: TargetDraft) => ({
  url: url.trim(),
  description: description.trim(),
  eventTypes: isForAll ? null : WebhookEventType.literals.filter((type) => types.includes(type))
})
