/** Checks the mail server: connects, starts TLS and signs in, without sending a mail. */
import { Effect } from "effect"
import { layer, Smtp } from "../../mail/smtp.ts"
import { type MailSetting, smtpServerOf } from "../mail-server.ts"
import type { Check } from "./check.ts"

const mail = (outcome: Check["outcome"], detail: string): Check => ({ name: "mail", outcome, detail })

export const checkMail = (setting: MailSetting): Effect.Effect<Check> => {
  if (setting.type === "log") {
    return Effect.succeed(mail("warning", "Mails are written to the log, with their codes and links, and not sent."))
  }
  const { host, username } = setting
  return Effect.flatMap(Smtp, ({ verify }) => verify(smtpServerOf(setting))).pipe(
    Effect.as(mail("passed", username === null ? `${host} accepts the connection.` : `${host} accepts the user name.`)),
    Effect.catchTag("DeliveryFailed", ({ message }) => Effect.succeed(mail("failed", message))),
    Effect.provide(layer({ addresses: "private", tls: "remote" }))
  )
}
