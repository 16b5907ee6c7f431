/** What the mailer asks before it delivers: whether this mail is one of those that never arrive. */
import { Context, Effect } from "effect"

/** Nothing is lost where nobody asked for it. */
export const MailFaults = Context.Reference<{
  /** Asking counts: once for each mail. */
  readonly dropsMail: (address: string) => Effect.Effect<boolean>
}>("keystile/service/MailFaults", { defaultValue: () => ({ dropsMail: () => Effect.succeed(false) }) })
