import { Context, Effect } from "effect"

/** Injected faults of the mailer. Default: none. */
export const MailFaults = Context.Reference<{
  /** Returns whether the mail is dropped. Each call counts as a use of the fault. */
  readonly dropsMail: (recipient: string) => Effect.Effect<boolean>
}>("keystile/service/MailFaults", { defaultValue: () => ({ dropsMail: () => Effect.succeed(false) }) })
