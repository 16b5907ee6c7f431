/** Reading the mails of a service under test, and using the codes in them. */
import { Effect, Schema } from "effect"
import { Mailbox } from "../../service/index.ts"
import { asClient, type Headers, send } from "./fixture.ts"

export const callback = "http://localhost:3000/handler/callback"

export const post = (path: string, json: unknown, headers: Headers = asClient) =>
  send("POST", `/api/v1${path}`, { headers, json })

/** The mail that was sent to an address. A test does not wait: it lies there before the call is answered. */
export const mailTo = (to: string) => Effect.flatMap(Mailbox, ({ next }) => Effect.orDie(next({ to, within: 0 })))

export const countMails = (to: string) =>
  Effect.flatMap(Mailbox, ({ list }) => Effect.map(list({ to }), (all) => all.length))

/** The whole code in the link of the mail that was sent to an address. */
export const codeTo = (to: string) => Effect.map(mailTo(to), ({ codes }) => codes.at(-1) ?? "")

const Session = Schema.Struct({
  access_token: Schema.String,
  refresh_token: Schema.String,
  is_new_user: Schema.Boolean,
  user_id: Schema.String
})
export const readSession = Schema.decodeUnknownEffect(Session)

/** A code of the right form that nobody made. */
export const unknownCode = "0".repeat(45)
