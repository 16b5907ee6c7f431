/** Calls of a dashboard: a token for webhooks, metrics, a test email, the outbox of mails. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Api from "../../../core/api/internal.ts"
import * as AuditLogApi from "../../../core/api/audit-log.ts"
import * as OutgoingMailsApi from "../../../core/api/outgoing-mails.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import { TestEmailFailed } from "../../../core/errors/local-errors.ts"
import type { Metrics } from "../../../core/schema/metrics.ts"
import type { OutgoingMail, OutgoingMailState } from "../../../core/schema/outgoing-mail.ts"
import {
  type AuditLogOptions,
  type AuditLogPage,
  auditLogPage,
  auditLogQuery,
  type ListAuditLogError
} from "../audit-log.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import type { CallError } from "../call-error.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { redact, type SecretText } from "../redact.ts"
import { byKeys } from "../server/user-scope.ts"

/** A mail to try a mail server with. */
export interface TestEmailInput {
  /** The email address that the mail is sent to. */
  readonly recipientEmail: string
  /** The mail server and the sender. */
  readonly emailConfig: {
    readonly host: string
    /** 0 to 65535. */
    readonly port: number
    readonly username: string
    readonly password: SecretText
    readonly senderName: string
    readonly senderEmail: string
  }
}

/** Selects metrics. */
export interface MetricsOptions {
  /** Counts the sign-ins, too. Default false. */
  readonly signIns?: boolean | undefined
}

/** Selects mails of the outbox. */
export interface OutgoingMailFilter {
  /** The state of the mails. Default: all. */
  readonly state?: OutgoingMailState | undefined
  /** 1 to 1000. Default 100. */
  readonly limit?: number | undefined
}

/** Selects entries of the audit log. */
export interface AuditLogFilter extends AuditLogOptions {
  /** The user whom the entries are about. */
  readonly userId?: string | undefined
  /** The team that the entries are about. */
  readonly teamId?: string | undefined
  /** An action, such as `PATCH /users/:user_id`. */
  readonly action?: string | undefined
  /** The actor: a user, a key set or an owner. */
  readonly actorId?: string | undefined
}

export interface DashboardCalls {
  /** A token for the portal of the webhook service (Svix). */
  readonly createSvixToken: () => Effect.Effect<Redacted.Redacted<string>, RequestError>
  /**
   * Figures about the project's users. With `signIns`, also the sign-ins by day and method: an extension of the wire,
   * for services that list `sign_in_metrics` (`hasExtension`).
   */
  readonly getMetrics: (options?: MetricsOptions) => Effect.Effect<Metrics, RequestError>
  /**
   * Lists mails to the project's mail server, the newest first. An extension of the wire: check
   * `hasExtension(project, "outgoing_mails")`.
   */
  readonly listOutgoingMails: (filter?: OutgoingMailFilter) => Effect.Effect<ReadonlyArray<OutgoingMail>, RequestError>
  /** Sends a mail of the outbox again that has failed. One that waits already is sent once. */
  readonly sendMailAgain: (mailId: string) => Effect.Effect<OutgoingMail, CallError<typeof OutgoingMailsApi.sendAgain>>
  /**
   * Lists the audit log of the project: who changed what, and which attempts were refused. An extension of the wire:
   * check `hasExtension(project, "audit_log")`.
   */
  readonly listAuditLog: (filter?: AuditLogFilter) => Effect.Effect<AuditLogPage, ListAuditLogError>
  /** Sends a mail through the given server; nothing of it is kept. */
  readonly sendTestEmail: (input: TestEmailInput) => Effect.Effect<void, TestEmailFailed | RequestError>
}

export const dashboardCalls = (dependencies: CallDependencies): DashboardCalls => {
  const run = byKeys(dependencies)
  return {
    createSvixToken: () => Effect.map(run(Api.createSvixToken, { body: {} }), ({ token }) => token),
    getMetrics: ({ signIns = false } = {}) => run(Api.metrics, signIns ? { query: { signIns: "true" } } : {}),
    listOutgoingMails: (filter = {}) =>
      Effect.map(run(OutgoingMailsApi.list, { query: omitUndefined(filter) }), ({ items }) => items),
    sendMailAgain: (mailId) => run(OutgoingMailsApi.sendAgain, { params: { mail_id: mailId }, body: {} }),
    listAuditLog: (filter = {}) => Effect.map(run(AuditLogApi.list, { query: auditLogQuery(filter) }), auditLogPage),
    sendTestEmail: ({ emailConfig, recipientEmail }) =>
      Effect.flatMap(
        run(Api.sendTestEmail, {
          body: { recipientEmail, emailConfig: { ...emailConfig, password: redact(emailConfig.password) } }
        }),
        ({ errorMessage = "The test mail could not be sent", success }) =>
          success ? Effect.void : Effect.fail(new TestEmailFailed({ errorMessage }))
      )
  }
}
