import { Layer } from "effect"
import * as OutgoingMailStore from "../../mail/outbox/outgoing-mail-store.ts"
import { notificationPreferenceHandlers } from "./notification-preference-handlers.ts"
import { outgoingMailHandlers } from "./outgoing-mail-handlers.ts"
import { templateHandlers } from "./template-handlers.ts"
import * as TemplateStore from "./template-store.ts"
import { testEmailHandlers } from "./test-email-handlers.ts"

export const layer = Layer.merge(OutgoingMailStore.layer, TemplateStore.layer)

export const handlers = [
  ...notificationPreferenceHandlers,
  ...outgoingMailHandlers,
  ...templateHandlers,
  ...testEmailHandlers
]
