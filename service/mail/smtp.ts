/** Handing a mail to an SMTP server (RFC 5321), and telling what went wrong. */
import { Context, Data, Effect, Layer, Redacted } from "effect"

export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: Redacted.Redacted<string>
}

export interface Message {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** What can go wrong, as people who set a server up tell it apart. */
export type DeliveryProblem =
  | "hostNotFound"
  | "authentication"
  | "temporary"
  | "addressRefused"
  | "rejected"
  | "timeout"
  | "socketClosed"
  | "unknown"

const texts: Readonly<Record<DeliveryProblem, string>> = {
  hostNotFound: "The mail server was not found. Check its host name.",
  authentication: "The mail server does not accept the user name and password.",
  temporary: "The mail server cannot take the mail at the moment. Try again later.",
  addressRefused: "The mail server refuses the address. Check the sender's and the recipient's.",
  rejected: "The mail server rejected the mail.",
  timeout: "The mail server did not answer in time. Check its host name and port.",
  socketClosed: "The connection to the mail server cannot be made, or was closed. Check its host name and port.",
  unknown: "The mail could not be sent."
}

/** Problems that may be gone at the next try. */
const transient: ReadonlySet<DeliveryProblem> = new Set(["temporary", "timeout", "socketClosed"])

/** The mail was not delivered. */
export class DeliveryFailed extends Data.TaggedError("DeliveryFailed")<{
  readonly problem: DeliveryProblem
  /** What the server said, or what is known besides. */
  readonly reply: string | null
}> {
  override get message(): string {
    return this.reply === null ? texts[this.problem] : `${texts[this.problem]} (${this.reply})`
  }
  get isTransient(): boolean {
    return transient.has(this.problem)
  }
}

export class Smtp extends Context.Service<Smtp, {
  /** One try, of ten seconds at most. */
  readonly deliver: (server: SmtpServer, message: Message) => Effect.Effect<void, DeliveryFailed>
}>()("keystile/service/Smtp") {}

const LIMIT_MILLIS = 10_000

/** TLS from the start on this port only; elsewhere the server is asked for it (STARTTLS), and may not have it. */
const TLS_PORT = 465

/**
 * Loads nodemailer with the first mail: few services send mails, and all of them have to start. A failed import is a
 * defect, not an answer of the mail server.
 */
const loadNodemailer = Effect.promise(() => import("./nodemailer.ts"))

export const layer: Layer.Layer<Smtp> = Layer.succeed(Smtp, {
  deliver: Effect.fnUntraced(function*({ host, password, port, username }, message) {
    const { createTransport } = yield* loadNodemailer
    yield* Effect.tryPromise({
      try: (signal) =>
        createTransport({
          host,
          port,
          secure: port === TLS_PORT,
          auth: { user: username, pass: Redacted.value(password) },
          // Longer than the limit below, so that this is the one that tells.
          connectionTimeout: 2 * LIMIT_MILLIS,
          greetingTimeout: 2 * LIMIT_MILLIS,
          socketTimeout: 2 * LIMIT_MILLIS,
          // A mail is text: it never makes the service read a file or an address.
          disableFileAccess: true,
          disableUrlAccess: true
        }).sendMail({ ...message, signal }),
      catch: failureOf
    }).pipe(
      Effect.timeoutOrElse({
        duration: LIMIT_MILLIS,
        orElse: () => Effect.fail(new DeliveryFailed({ problem: "timeout", reply: null }))
      })
    )
  })
})

const MAX_REPLY = 300

/** Problems which say little by themselves. */
const isBare: ReadonlySet<DeliveryProblem> = new Set(["socketClosed", "unknown"])

const failureOf = (cause: unknown): DeliveryFailed => {
  const problem = problemOf(textOf(cause, "code") ?? "", codeOf(cause))
  const said = textOf(cause, "response") ?? (isBare.has(problem) ? textOf(cause, "message") : undefined)
  return new DeliveryFailed({ problem, reply: said?.replace(/\s+/g, " ").trim().slice(0, MAX_REPLY) || null })
}

/** What nodemailer's code and the server's own (RFC 5321, section 4.2.3) mean. */
const problemOf = (code: string, reply: number): DeliveryProblem => {
  if (code === "EDNS") return "hostNotFound"
  if (code === "EAUTH" || reply === 535) return "authentication"
  if (reply >= 400 && reply < 500) return "temporary"
  if (reply === 550 || reply === 551 || reply === 553) return "addressRefused"
  if (reply >= 500) return "rejected"
  if (code === "ETIMEDOUT") return "timeout"
  if (code === "ECONNECTION" || code === "ESOCKET") return "socketClosed"
  return "unknown"
}

const textOf = (cause: unknown, key: "code" | "message" | "response"): string | undefined => {
  const value: unknown = typeof cause === "object" && cause !== null ? Reflect.get(cause, key) : undefined
  return typeof value === "string" ? value : undefined
}

const codeOf = (cause: unknown): number => {
  const value: unknown = typeof cause === "object" && cause !== null ? Reflect.get(cause, "responseCode") : undefined
  return typeof value === "number" ? value : 0
}
