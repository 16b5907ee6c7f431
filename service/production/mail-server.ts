/** Decodes the mail server of the service: `smtp://user:password@host:port`, `smtps://…`, or `log`. */
import { Redacted, Schema } from "effect"
import type { SmtpServer } from "../mail/smtp.ts"
import { textField, InvalidValue } from "./configuration-field.ts"

/** Mails are written to the log instead of being sent. */
const LogMail = Schema.Struct({ type: Schema.Literal("log") })

const SmtpMail = Schema.Struct({
  type: Schema.Literal("smtp"),
  host: Schema.String,
  port: Schema.Int,
  username: Schema.NullOr(Schema.String),
  password: Schema.NullOr(Schema.Redacted(Schema.String)),
  /** TLS from the first byte (RFC 8314), or after the command STARTTLS (RFC 3207). */
  tls: Schema.Literals(["implicit", "starttls"])
})

export const MailSetting = Schema.Union([LogMail, SmtpMail])
export type MailSetting = typeof MailSetting.Type
type SmtpSetting = typeof SmtpMail.Type

/** The ports of submission (RFC 6409) and of submission over TLS (RFC 8314). */
const PORTS = { starttls: 587, implicit: 465 } as const

const FORM = "smtp://user:password@host:port"

export const Mail = textField(MailSetting, (text): MailSetting | InvalidValue => {
  if (text === "log") return { type: "log" }
  const scheme = /^(smtps?):\/\/[^/]/i.exec(text)?.[1]?.toLowerCase()
  const url = URL.parse(text)
  if (url === null || scheme === undefined) {
    return new InvalidValue(
      `has to be ${FORM}, the same with smtps://, or log. Percent-encode special characters of the password.`
    )
  }
  if ((url.pathname !== "" && url.pathname !== "/") || url.search !== "" || url.hash !== "") {
    return new InvalidValue(
      `has to end after the port: ${FORM}. Percent-encode the characters / ? and # of the password.`
    )
  }
  if ((url.username === "") !== (url.password === "")) {
    return new InvalidValue(`has to contain both a user name and a password, or neither: ${FORM}.`)
  }
  const [username, password] = [decode(url.username), decode(url.password)]
  if (username === null || password === null) {
    return new InvalidValue("contains a % that is no percent-encoding. Write %25 for it.")
  }
  const tls = scheme === "smtps" ? "implicit" : "starttls"
  return {
    type: "smtp",
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? PORTS[tls] : Number(url.port),
    username: username === "" ? null : username,
    password: password === "" ? null : Redacted.make(password),
    tls
  }
})

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Returns the mail server without its password. */
export const nameOfMail = (mail: MailSetting): string => {
  if (mail.type === "log") return "log"
  const host = mail.host.includes(":") ? `[${mail.host}]` : mail.host
  const user = mail.username === null ? "" : `${encodeURIComponent(mail.username)}:***@`
  return `${mail.tls === "implicit" ? "smtps" : "smtp"}://${user}${host}:${mail.port}`
}

/** Returns the mail server as the mailer uses it. */
export const smtpServerOf = ({ host, password, port, tls, username }: SmtpSetting): SmtpServer => ({
  host,
  port,
  username: username ?? "",
  password: password ?? Redacted.make(""),
  tls,
  isTrusted: true
})
