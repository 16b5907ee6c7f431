/** Which mails a user gets. */
import * as Schema from "effect/Schema"
import { wire } from "./wire.ts"

/** A category of mails, and whether the user gets them. */
export class NotificationPreference extends Schema.Opaque<NotificationPreference>()(
  wire({
    notificationCategoryId: Schema.String,
    notificationCategoryName: Schema.String,
    enabled: Schema.Boolean,
    canDisable: Schema.Boolean
  })
) {}
