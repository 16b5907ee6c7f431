/** Calls of a dashboard: a token for webhooks, metrics, a test email. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Api from "../../../core/api/internal.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import { TestEmailFailed } from "../../../core/errors/local-errors.ts"
import type { Metrics } from "../../../core/schema/metrics.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import { redacted, type SecretText } from "../redacted.ts"
import { byKeys } from "../server/user-scope.ts"

/** A mail to try a mail server with. */
export interface TestEmailInput {
  readonly recipientEmail: string
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

export interface DashboardCalls {
  /** A token for the portal of the webhook service (Svix). */
  readonly createSvixToken: () => Effect.Effect<Redacted.Redacted<string>, RequestError>
  /** Figures about the project's users. */
  readonly getMetrics: () => Effect.Effect<Metrics, RequestError>
  /** Sends a mail through the given server; nothing of it is kept. */
  readonly sendTestEmail: (input: TestEmailInput) => Effect.Effect<void, TestEmailFailed | RequestError>
}

export const dashboardCalls = (dependencies: CallDependencies): DashboardCalls => {
  const run = byKeys(dependencies)
  return {
    createSvixToken: () => Effect.map(run(Api.createSvixToken, { body: {} }), ({ token }) => token),
    getMetrics: () => run(Api.metrics, {}),
    sendTestEmail: ({ emailConfig, recipientEmail }) =>
      Effect.flatMap(
        run(Api.sendTestEmail, {
          body: { recipientEmail, emailConfig: { ...emailConfig, password: redacted(emailConfig.password) } }
        }),
        ({ errorMessage = "The test mail could not be sent", success }) =>
          success ? Effect.void : Effect.fail(new TestEmailFailed({ errorMessage }))
      )
  }
}
