import * as Schema from "effect/Schema"

/** The types of webhook events. */
export const WebhookEventType = Schema.Literals([
  "user.created",
  "user.updated",
  "user.deleted",
  "team.created",
  "team.updated",
  "team.deleted",
  "team_membership.created",
  "team_membership.deleted",
  "team_permission.created",
  "team_permission.deleted",
  "project_permission.created",
  "project_permission.deleted"
])
export type WebhookEventType = typeof WebhookEventType.Type
