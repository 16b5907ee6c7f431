/** Sends a mail to an SMTP server (RFC 5321). */
import { Context, Data, Effect, Layer, Redacted } from "effect"
import { isIP } from "node:net"
import { systemAddresses } from "../network/host-addresses.ts"
import { type AllowedAddresses, firstAllowed, resolveAllowed } from "../network/remote-address.ts"

export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: Redacted.Redacted<string>
  /** Of the operator of the service, not of the owner of a project: it may have any address. */
  readonly isTrusted?: boolean | undefined
  /** TLS from the first byte, or by STARTTLS. Default: by the port. */
  readonly tls?: "implicit" | "starttls" | undefined
}

export interface SmtpMessage {
  /** The header `Message-ID`, the same in every attempt. */
  readonly messageId: string
  /** The header `Date`. */
  readonly date: Date
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The reason why a mail was not delivered. */
export type DeliveryProblem =
  | "hostNotFound"
  | "addressNotAllowed"
  | "tlsMissing"
  | "certificate"
  | "authentication"
  | "senderRefused"
  | "unavailable"
  | "temporary"
  | "addressRefused"
  | "rejected"
  | "timeout"
  | "socketClosed"
  | "unknown"

const texts: Readonly<Record<DeliveryProblem, string>> = {
  hostNotFound: "The mail server was not found. Check its host name.",
  addressNotAllowed: "The mail server has no public address, and this service is not set up to send to others.",
  tlsMissing: "The mail server does not offer TLS, and the password is not sent without it.",
  certificate: "The connection to the mail server cannot be made: its certificate is not trusted.",
  authentication: "The mail server does not accept the user name and password.",
  senderRefused:
    "The mail server does not accept the sender. Check the sender's address and domain, and the account there.",
  unavailable: "The mail server takes no mails from this service at the moment.",
  temporary: "The mail server cannot take the mail at the moment. Try again later.",
  addressRefused: "The mail server refuses the address. Check the sender's and the recipient's.",
  rejected: "The mail server rejected the mail.",
  timeout: "The mail server did not respond in time. Check its host name and port.",
  socketClosed: "The connection to the mail server cannot be made, or was closed. Check its host name and port.",
  unknown: "The mail could not be sent."
}

/** Which mails have the problem: this one, those of the same account and sender, or all that the server gets. */
export type ProblemScope = "mail" | "sender" | "server"

const scopes: Readonly<Record<DeliveryProblem, ProblemScope>> = {
  hostNotFound: "server",
  addressNotAllowed: "server",
  tlsMissing: "server",
  certificate: "server",
  authentication: "sender",
  senderRefused: "sender",
  unavailable: "server",
  temporary: "mail",
  addressRefused: "mail",
  rejected: "mail",
  timeout: "server",
  socketClosed: "server",
  unknown: "mail"
}

/** Problems of a mail for which another attempt is useless. */
const permanent: ReadonlySet<DeliveryProblem> = new Set(["addressRefused", "rejected"])

/** The mail was not delivered. */
export class DeliveryFailed extends Data.TaggedError("DeliveryFailed")<{
  readonly problem: DeliveryProblem
  /** The reply code (RFC 5321, section 4.2). The server's text is omitted, because it may be confidential. */
  readonly reply: number | null
}> {
  override get message(): string {
    return this.reply === null ? texts[this.problem] : `${texts[this.problem]} (${this.reply})`
  }
  /** `true` if the server refused the recipient or the content with a 5xx reply, so that another attempt is useless. */
  get isPermanent(): boolean {
    return permanent.has(this.problem)
  }
  get scope(): ProblemScope {
    return scopes[this.problem]
  }
}

export class Smtp extends Context.Service<
  Smtp,
  {
    /** Sends a mail once, with a timeout of ten seconds. */
    readonly deliver: (server: SmtpServer, message: SmtpMessage) => Effect.Effect<void, DeliveryFailed>
    /** Connects and signs in without sending a mail, with the same timeout. */
    readonly verify: (server: SmtpServer) => Effect.Effect<void, DeliveryFailed>
  }
>()("keystile/service/Smtp") {}

const LIMIT_MILLIS = 10_000

/** Marks a mail that no person wrote, so that no vacation notice answers it (RFC 3834, section 5). */
const HEADERS = { "Auto-Submitted": "auto-generated" }

/** The port with implicit TLS; others use STARTTLS (RFC 8314, section 3.3). */
const TLS_PORT = 465

/** The options of the connections to SMTP servers. */
export interface SmtpOptions {
  /**
   * The addresses that SMTP servers may have. Default `loopback`, for a mail catcher on this machine; with `NODE_ENV`
   * set to `production` it is `public`. `private` also allows private networks, such as those of Docker.
   */
  readonly addresses?: AllowedAddresses | undefined
  /**
   * The servers that must support TLS before the password is sent. Default `remote`: all except those on this
   * machine.
   */
  readonly tls?: "required" | "remote" | "optional" | undefined
}

const defaultAddresses = (): AllowedAddresses => (process.env["NODE_ENV"] === "production" ? "public" : "loopback")

/**
 * Imports nodemailer with the first mail, to keep the start of the service fast. A failed import is a defect, not a
 * failure of the mail server.
 */
const loadNodemailer = Effect.promise(() => import("./nodemailer.ts"))

export const layer = ({ addresses = defaultAddresses(), tls = "remote" }: SmtpOptions = {}): Layer.Layer<Smtp> => {
  const connect = Effect.fnUntraced(function* (server: SmtpServer) {
    const { host, isTrusted = false, password, port, username } = server
    const { createTransport } = yield* loadNodemailer
    const target = yield* Effect.tryPromise({
      try: async (signal) =>
        isTrusted ? firstAllowed(await systemAddresses(host), "private") : resolveAllowed(host, addresses, signal),
      catch: () => new DeliveryFailed({ problem: "hostNotFound", reply: null })
    })
    if (target === null) return yield* new DeliveryFailed({ problem: "addressNotAllowed", reply: null })
    return createTransport({
      host: target.address,
      // The name that the certificate must have.
      ...(isIP(host) === 0 && { servername: host }),
      port,
      secure: server.tls === undefined ? port === TLS_PORT : server.tls === "implicit",
      requireTLS: tls === "required" || (tls === "remote" && target.kind !== "loopback"),
      ...(username !== "" && { auth: { user: username, pass: Redacted.value(password) } }),
      // Longer than the timeout of the attempt, which fails with the right problem.
      connectionTimeout: 2 * LIMIT_MILLIS,
      greetingTimeout: 2 * LIMIT_MILLIS,
      socketTimeout: 2 * LIMIT_MILLIS,
      // The content of a mail never makes the service read a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true
    })
  })
  return Layer.succeed(Smtp, {
    deliver: (server, message) =>
      connect(server).pipe(
        Effect.flatMap((transport) =>
          Effect.tryPromise({
            try: (signal) => transport.sendMail({ ...message, headers: HEADERS, signal }),
            catch: failureOf
          })
        ),
        inTime
      ),
    verify: (server) =>
      connect(server).pipe(
        Effect.flatMap((transport) => Effect.tryPromise({ try: () => transport.verify(), catch: failureOf })),
        Effect.asVoid,
        inTime
      )
  })
}

const inTime = <A>(attempt: Effect.Effect<A, DeliveryFailed>) =>
  Effect.timeoutOrElse(attempt, {
    duration: LIMIT_MILLIS,
    orElse: () => Effect.fail(new DeliveryFailed({ problem: "timeout", reply: null }))
  })

const failureOf = (cause: unknown): DeliveryFailed => {
  const reply = replyCode(cause)
  const isUntrusted = reply === 0 && /certificate/i.test(textOf(cause, "message") ?? "")
  return new DeliveryFailed({
    problem: isUntrusted
      ? "certificate"
      : problemOf(textOf(cause, "code") ?? "", { command: textOf(cause, "command") ?? "", reply }),
    reply: reply >= 400 && reply <= 599 ? reply : null
  })
}

/** The commands before the first mail, as nodemailer names them. Their replies are not about a mail. */
const sessionCommands: ReadonlySet<string> = new Set(["CONN", "EHLO", "HELO", "STARTTLS"])

/** The reply of a server that requires a sign-in, or TLS before it (RFC 4954, section 6). */
const SIGN_IN_REQUIRED = 530

/** The reply to the declared size of a mail (RFC 1870, section 6.1): the only refusal of `MAIL FROM` about one mail. */
const TOO_LARGE = 552

/** Returns the problem by nodemailer's code and the reply of the server to a command (RFC 5321, section 4.2.3). */
const problemOf = (
  code: string,
  { command, reply }: { readonly command: string; readonly reply: number }
): DeliveryProblem => {
  if (code === "EDNS") return "hostNotFound"
  if (code === "ETLS") return "tlsMissing"
  if (code === "EAUTH" || reply === 535) return "authentication"
  if (command === "MAIL FROM" && reply === SIGN_IN_REQUIRED) return "authentication"
  if (command === "MAIL FROM" && reply >= 500 && reply !== TOO_LARGE) return "senderRefused"
  if (reply >= 400 && sessionCommands.has(command)) return "unavailable"
  if (reply >= 400 && reply < 500) return "temporary"
  if (reply === 550 || reply === 551 || reply === 553) return "addressRefused"
  if (reply >= 500) return "rejected"
  if (code === "ETIMEDOUT") return "timeout"
  if (code === "ECONNECTION" || code === "ESOCKET") return "socketClosed"
  return "unknown"
}

const textOf = (cause: unknown, key: "code" | "command" | "message"): string | undefined => {
  const value: unknown = typeof cause === "object" && cause !== null ? Reflect.get(cause, key) : undefined
  return typeof value === "string" ? value : undefined
}

const replyCode = (cause: unknown): number => {
  const value: unknown = typeof cause === "object" && cause !== null ? Reflect.get(cause, "responseCode") : undefined
  return typeof value === "number" ? value : 0
}
