import { Context } from "effect"
import type { SmtpServer } from "./smtp.ts"

/** Sends the mails of projects without a mail server of their own. */
export interface SharedMail {
  /** The address of the sender. */
  readonly address: string
  /** `null`: the mails are stored in the mailbox only. */
  readonly server: SmtpServer | null
}

/** Default: the mailbox, from a domain that does not exist (RFC 6761, section 6.2). */
export const SharedMail = Context.Reference<SharedMail>("keystile/service/SharedMail", {
  defaultValue: () => ({ address: "noreply@keystile.test", server: null })
})
