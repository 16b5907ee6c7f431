/** The tasks of `keystile webhooks`: one for each command, with its arguments and flags. */
import type { Redacted } from "effect"

export const deliveryStates = ["pending", "delivered", "failed"] as const

export type WebhooksTask = { readonly projectId: string } & (
  | { readonly type: "add"; readonly url: string; readonly secret: Redacted.Redacted<string> | undefined }
  | { readonly type: "list" }
  | { readonly type: "remove"; readonly targetId: string }
  | { readonly type: "messages"; readonly state: (typeof deliveryStates)[number] | undefined }
  | { readonly type: "show"; readonly messageId: string }
  | { readonly type: "resend"; readonly messageId: string; readonly targetId: string | undefined }
)
