/** Endpoints of the mails that a user gets. The client tier has access to the caller's own preferences. */
import * as Schema from "effect/Schema"
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import { UserNotFound } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { UserRef, Uuid } from "../schema/fields/uuid.ts"
import { list as listOf } from "../schema/lists.ts"
import { NotificationPreference } from "../schema/notification-preference.ts"
import { wire } from "../schema/wire.ts"

const preferences = {
  tiers: ["client", "server", "admin"],
  session: "current",
  missingFrom: "Stack Auth before 2.8",
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
} as const

/** Lists the categories of mails, and whether the user gets them. */
export const list = Endpoint.get("/emails/notification-preference/:user_id", {
  ...preferences,
  params: { user_id: UserRef },
  success: listOf(NotificationPreference)
})

/**
 * Turns the mails of a category on or off. Keystile's service sends transactional mails only, which cannot be turned
 * off: 400. An unknown category is a plain 404.
 */
export const update = Endpoint.patch("/emails/notification-preference/:user_id/:notification_category_id", {
  ...preferences,
  params: { user_id: UserRef, notification_category_id: Uuid },
  body: wire({ enabled: Schema.Boolean }),
  success: NotificationPreference
})
