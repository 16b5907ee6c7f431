/**
 * Sends the mails of the outbox by the mail servers of their projects.
 *
 * A mail that the server refuses for good (a 5xx reply to its recipient or content, RFC 5321, section 4.2.1) has
 * failed. Every other problem is one of the server, the connection or the settings, such as a refused sender, which all
 * mails of a project have: the mail is retried for a day. So is one that cannot be decrypted, or whose server's password
 * cannot, because another process may have the secret.
 *
 * A mail is sent at least once: if the process dies after the server accepted it, it is sent again with the same
 * `Message-ID`.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type CannotDecrypt, unreadableAdvice } from "../../crypto/secrets/encryption.ts"
import { makeOutages } from "../../dispatch/outages.ts"
import { makeQueueDispatcher } from "../../dispatch/queue-dispatcher.ts"
import { logDefect } from "../../process/log-defect.ts"
import { inTransaction } from "../../sql/rows.ts"
import { Gauges } from "../../process/gauges.ts"
import { MailboxWriter } from "../mailbox-writer.ts"
import { type ProblemScope, Smtp, type SmtpServer } from "../smtp.ts"
import { DECOY } from "../stored-mail.ts"
import { readContent } from "./mail-content.ts"
import { type MailServer, MailServers } from "./mail-servers.ts"
import { type ClaimedMail, type MailOutcome, OutgoingMailStore } from "./outgoing-mail-store.ts"
import { retryDelay } from "./retry-delay.ts"

export class MailDispatcher extends Context.Service<
  MailDispatcher,
  {
    /** Starts the dispatcher if it does not run. */
    readonly wake: Effect.Effect<void>
  }
>()("keystile/service/MailDispatcher") {}

/** The lifetime of a claim, in milliseconds. `Smtp.deliver` times out after 10 seconds. */
const LEASE = 30_000

/** The most concurrent connections of a project, and of this process. */
const PROJECT_LIMIT = 5
const PROCESS_LIMIT = 50

/** The connections of this process that are reserved for projects without another one. */
const RESERVED = 25

/** The interval of checks for mails of a command that shares a SQLite file with the service, in milliseconds. */
const POLL = 10_000

/** The time for which a mail is retried, in milliseconds. */
const RETRIED_FOR = 24 * 3_600_000

const EXPIRED = "The mail expired before a mail server accepted it."
const NO_SERVER = "The project has no mail server any more."
const DEFECT = "The service failed: see its log."

/** The problem of an attempt; `null` if the server accepted the mail. */
type Problem = {
  readonly message: string
  readonly isPermanent: boolean
  /** Which mails have the problem; `null` if the service made no attempt at a server. */
  readonly scope: ProblemScope | null
} | null

/** What cannot be decrypted: the problem of its mails, and the remedy for the log. */
const unreadable = {
  mail: {
    problem: "The mail cannot be decrypted: see the log of the service.",
    remedy: "let the user request another mail"
  },
  password: {
    problem: "The password of the mail server cannot be decrypted: see the log of the service.",
    remedy: "enter the password again in the settings of the project"
  }
} as const

const reportUnreadable = (
  { id }: ClaimedMail,
  { message }: CannotDecrypt,
  { problem, remedy }: (typeof unreadable)["mail" | "password"]
): Effect.Effect<Problem> =>
  Effect.as(Effect.logError(`The mail ${id} cannot be sent. ${message} ${unreadableAdvice(remedy)}`), {
    message: problem,
    isPermanent: false,
    scope: null
  })

const make = Effect.gen(function* () {
  const mails = yield* OutgoingMailStore
  const mailbox = yield* MailboxWriter
  const servers = yield* MailServers
  const smtp = yield* Smtp
  const sql = yield* SqlClient.SqlClient
  const clock = yield* Clock.Clock
  const outages = makeOutages()
  const { publish } = yield* Gauges
  publish({
    name: "keystile_mail_servers_failing",
    description: "Mail servers that this process cannot reach, and projects whose sign-in or sender a server refuses.",
    read: () => outages.count(clock.currentTimeMillisUnsafe())
  })

  /** Reports a failing peer once, and not with each of its mails. The log has its name: another one is reported, too. */
  const addFailure = Effect.fnUntraced(function* (peer: string, name: string, message: string) {
    if (outages.addFailure(peer, yield* Clock.currentTimeMillis, name)) {
      yield* Effect.logError(`${name} fails. Its mails are retried for a day. ${message}`)
    }
  })

  const addSuccess = (peer: string, name: string) =>
    outages.addSuccess(peer) ? Effect.logInfo(`${name} works again.`) : Effect.void

  /** Reports the server, or the account and sender of the project there: those of another project may work. */
  const report = Effect.fnUntraced(function* (
    projectId: string,
    { host, isTrusted = false, port }: SmtpServer,
    { address }: MailServer["from"],
    problem: Problem
  ) {
    if (problem?.scope === null) return
    // The operator's server may have a private address, and a project's server of the same name fails then.
    const owner = isTrusted ? "operator" : "projects"
    const peer = `${owner} ${host}:${port}`
    const server = `The mail server ${host}:${port}`
    if (problem?.scope === "server") return yield* addFailure(peer, server, problem.message)
    yield* addSuccess(peer, server)
    const sender = `${server} with the sender ${address}`
    if (problem?.scope === "sender") return yield* addFailure(isTrusted ? owner : projectId, sender, problem.message)
    // A server that refuses a mail works.
    if (isTrusted) yield* addSuccess(owner, sender)
    yield* addSuccess(projectId, sender)
  })

  const deliver = Effect.fnUntraced(function* (
    mail: ClaimedMail,
    from: MailServer["from"],
    server: SmtpServer
  ): Effect.fn.Return<Problem> {
    return yield* mail.content.pipe(
      Effect.flatMap(readContent),
      Effect.flatMap((content) =>
        smtp.deliver(server, {
          ...content,
          from,
          to: mail.recipient,
          messageId: mail.messageId,
          date: mail.createdAt
        })
      ),
      Effect.as(null),
      Effect.catchTags({
        DeliveryFailed: (failure) => Effect.succeed(failure),
        CannotDecrypt: (failure) => reportUnreadable(mail, failure, unreadable.mail)
      }),
      Effect.catchDefect((defect) =>
        Effect.as(logDefect("A mail could not be delivered", defect), {
          message: DEFECT,
          isPermanent: false,
          scope: null
        })
      )
    )
  })

  /** Makes an attempt with the mail server of the project. */
  const deliverByServer = Effect.fnUntraced(
    function* (mail: ClaimedMail): Effect.fn.Return<Problem, CannotDecrypt> {
      const found = yield* servers.findById(mail.projectId)
      if (found === null || found.server === null) {
        return { message: NO_SERVER, isPermanent: true, scope: null }
      }
      const problem = yield* deliver(mail, found.from, found.server)
      yield* report(mail.projectId, found.server, found.from, problem)
      return problem
    },
    (attempted, mail) =>
      Effect.catchTag(attempted, "CannotDecrypt", (failure) => reportUnreadable(mail, failure, unreadable.password))
  )

  const outcomeOf = Effect.fnUntraced(function* (
    mail: ClaimedMail
  ): Effect.fn.Return<MailOutcome & { readonly isReported?: boolean }> {
    const retriedUntil = Math.min(mail.expiresAt, mail.createdAt.getTime() + RETRIED_FOR)
    const sentUntil = mail.isSentAgain ? mail.expiresAt : retriedUntil
    if (sentUntil <= (yield* Clock.currentTimeMillis)) return { state: "failed", problem: EXPIRED }
    const problem = yield* deliverByServer(mail)
    if (problem === null) return { state: "delivered" }
    if (problem.isPermanent) return { state: "failed", problem: problem.message }
    const dueAt = (yield* Clock.currentTimeMillis) + (yield* retryDelay(mail.tries + 1))
    return dueAt < retriedUntil
      ? {
          state: "pending",
          problem: problem.message,
          dueAt,
          isReported: problem.scope === "server" || problem.scope === "sender"
        }
      : { state: "failed", problem: problem.message }
  })

  const note = (mail: ClaimedMail, claim: string, outcome: MailOutcome) =>
    Effect.gen(function* () {
      const isOwn = yield* mails.note(mail.id, claim, outcome, yield* Clock.currentTimeMillis)
      if (!isOwn) return
      yield* mailbox.setDelivery(mail.id, outcome.state, outcome.state === "delivered" ? null : outcome.problem)
    }).pipe(inTransaction, Effect.provideService(SqlClient.SqlClient, sql))

  const attempt = Effect.fnUntraced(function* (mail: ClaimedMail, claim: string) {
    if (mail.recipient === DECOY) return yield* mails.remove(mail.id)
    const outcome = yield* outcomeOf(mail)
    yield* note(mail, claim, outcome)
    if (outcome.state !== "delivered" && outcome.isReported !== true) {
      const what = outcome.state === "failed" ? "could not be delivered" : "is retried"
      yield* Effect.logWarning(`The mail ${mail.id} ${what}: ${outcome.problem}`)
    }
  })

  return MailDispatcher.of(
    yield* makeQueueDispatcher({
      name: "Sending mails",
      due: mails.due,
      claim: mails.claim,
      attempt,
      lease: LEASE,
      laneLimit: PROJECT_LIMIT,
      limit: PROCESS_LIMIT,
      reserved: RESERVED,
      pollMillis: POLL
    })
  )
})

export const layer: Layer.Layer<
  MailDispatcher,
  never,
  MailboxWriter | MailServers | OutgoingMailStore | Smtp | SqlClient.SqlClient
> = Layer.effect(MailDispatcher, make)
