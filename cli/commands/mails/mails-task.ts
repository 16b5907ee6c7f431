/** The tasks of `keystile mails`: one for each command, with its arguments and flags. */
import type { OutgoingMailState } from "../../../core/schema/outgoing-mail.ts"

export type MailsTask =
  | {
      readonly type: "list"
      readonly projectId: string | undefined
      readonly state: OutgoingMailState | undefined
      /** As the operator wrote it. */
      readonly since: string | undefined
      readonly limit: number
    }
  | { readonly type: "show"; readonly mailId: string }
  | { readonly type: "resend"; readonly mailId: string }
