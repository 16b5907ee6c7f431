/** Finds the mail servers of projects. */
import { Context, type Effect } from "effect"
import type { CannotDecrypt } from "../../crypto/secrets/encryption.ts"
import type { SmtpMessage, SmtpServer } from "../smtp.ts"

/** The mail server of a project and the sender of its mails. */
export interface MailServer {
  readonly from: SmtpMessage["from"]
  /** `null`: the mails of the project are stored in the mailbox only. */
  readonly server: SmtpServer | null
}

/** The sender of a project's mails. */
export interface MailSender extends Pick<MailServer, "from"> {
  /** Whether the project has a mail server. */
  readonly hasServer: boolean
}

export class MailServers extends Context.Service<
  MailServers,
  {
    /** Returns the sender of a project's mails. Does not decrypt the password of the mail server. */
    readonly findSender: (project: { readonly id: string; readonly displayName: string }) => Effect.Effect<MailSender>
    /** Returns the current settings of a project; `null` if it was deleted. Fails if the password cannot be decrypted. */
    readonly findById: (projectId: string) => Effect.Effect<MailServer | null, CannotDecrypt>
  }
>()("keystile/service/MailServers") {}
