import { Context, type Effect } from "effect"
import type { CannotDecrypt } from "../../crypto/secrets/encryption.ts"
import type { SmtpMessage, SmtpServer } from "../smtp.ts"

/** The mail server of a project and the sender of its mails. */
export interface MailServer {
  readonly from: SmtpMessage["from"]
  /** `null`: the mails of the project are stored in the mailbox only. */
  readonly server: SmtpServer | null
}

export class MailServers extends Context.Service<
  MailServers,
  {
    /** Returns the current settings of a project. */
    readonly find: (project: { readonly id: string; readonly displayName: string }) => Effect.Effect<MailServer>
    /**
     * As `find`, by the id of the project; `null` if it was deleted. Fails if the password cannot be decrypted, of
     * which `find` dies.
     */
    readonly findById: (projectId: string) => Effect.Effect<MailServer | null, CannotDecrypt>
  }
>()("keystile/service/MailServers") {}
