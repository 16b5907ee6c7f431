/** Mailing a code: the link of the mail leads to the application, and carries the code there. */
import { Effect, Redacted, type Schema } from "effect"
import type { EmailTemplateType } from "../../../core/schema/email-template.ts"
import { OTP_LENGTH } from "../../../core/schema/fields/verification-code.ts"
import { requireTrustedRedirect } from "../projects/trusted-redirect.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { issueCode } from "./verification-codes.ts"
import { Mailer } from "../emails/mailer.ts"

export interface CodeMail {
  readonly project: ProjectRecord
  /** Also the kind of the code. */
  readonly type: EmailTemplateType
  readonly to: string
  /** Does all of the work and sends nothing. */
  readonly isDecoy?: boolean
  /** The user whose deletion removes the code. */
  readonly userId: string | null
  /** Where the link leads. The project has to trust it. */
  readonly callbackUrl: string
  /** What using the code will need to know. */
  readonly data: Schema.Json
  /** What the template shows besides the link. */
  readonly variables?: Readonly<Record<string, string>>
}

/** What templates call the link (wire, section 12). */
const linkVariables: Readonly<Record<EmailTemplateType, string>> = {
  email_verification: "emailVerificationLink",
  password_reset: "passwordResetLink",
  magic_link: "magicLink",
  team_invitation: "teamInvitationLink"
}

/**
 * Makes a code and mails it. Not to be called in a transaction: what was mailed cannot be taken back.
 *
 * @returns the code and its id. Who asked for the mail must not be told the code.
 */
export const mailCode = Effect.fnUntraced(function* (mail: CodeMail) {
  const { callbackUrl, data, isDecoy = false, project, to, type, userId, variables } = mail
  yield* requireTrustedRedirect(project, callbackUrl)
  const issued = yield* issueCode({ projectId: project.id, userId, kind: type, callbackUrl, data })
  const text = Redacted.value(issued.code)
  const mailer = yield* Mailer
  yield* mailer.send({
    projectId: project.id,
    type,
    to,
    isDecoy,
    variables: {
      ...variables,
      [linkVariables[type]]: withCode(callbackUrl, text),
      ...(type === "magic_link" && { otp: text.slice(0, OTP_LENGTH).toUpperCase() })
    }
  })
  return issued
})

/** The callback URL as it leads on with a code. */
export const withCode = (callbackUrl: string, code: string): string => {
  const url = new URL(callbackUrl)
  url.searchParams.set("code", code)
  return url.href
}

/** How a template greets a user, where it may. */
export const greeting = (displayName: string | null): Readonly<Record<string, string>> =>
  displayName === null ? {} : { userDisplayName: displayName }
