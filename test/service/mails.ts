/** Reads the mails of a service under test, and their codes. */
import { Effect } from "effect"
import { Mailbox } from "../../service/index.ts"

export const callback = "http://localhost:3000/handler/callback"

/** Returns the mail that was sent to an address. Does not wait, since mails are stored before the call returns. */
export const mailTo = (to: string) => Effect.flatMap(Mailbox, ({ next }) => Effect.orDie(next({ to, within: 0 })))

export const countMails = (to: string) =>
  Effect.flatMap(Mailbox, ({ list }) => Effect.map(list({ to }), (all) => all.length))

/** Returns the code in the link of the mail that was sent to an address. */
export const codeTo = (to: string) => Effect.map(mailTo(to), ({ codes }) => codes.at(-1) ?? "")

/** A well-formed code that was never issued. */
export const unknownCode = "0".repeat(45)
