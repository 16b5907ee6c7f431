/** Mails verification codes, as links to the application with the code as a parameter. */
import { Effect, Redacted, type Schema } from "effect"
import type { EmailTemplateType } from "../../../core/schema/email-template.ts"
import { OTP_LENGTH } from "../../../core/schema/fields/code-length.ts"
import { requireTrustedRedirect } from "../projects/trusted-redirect.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { withinTransaction } from "../../sql/rows.ts"
import { issueCode } from "./verification-codes.ts"
import { Mailer } from "../emails/mailer.ts"

interface CodeMail {
  readonly project: ProjectRecord
  /** The type of the template, and the kind of the code. */
  readonly type: EmailTemplateType
  readonly to: string
  /** The language of the recipient; `null` if it is not known. */
  readonly language: string | null
  /** Does the same work without sending a mail. */
  readonly isDecoy?: boolean
  /** The code is deleted with this user. */
  readonly userId: string | null
  /** The callback URL of the link. The project must trust it. */
  readonly callbackUrl: string
  /** The data that is stored with the code. */
  readonly data: Schema.Json
  /** The variables of the template, besides the link. */
  readonly variables?: Readonly<Record<string, string>>
}

/** The variable of the link in templates. */
const linkVariables: Readonly<Record<EmailTemplateType, string>> = {
  email_verification: "emailVerificationLink",
  password_reset: "passwordResetLink",
  magic_link: "magicLink",
  team_invitation: "teamInvitationLink"
}

/**
 * Creates a code and mails it, in the current transaction or in a new one.
 *
 * @returns the code and its id. The code must not be sent to the caller.
 */
export const mailCode = Effect.fnUntraced(function* (mail: CodeMail) {
  const { callbackUrl, data, isDecoy = false, language, project, to, type, userId, variables } = mail
  yield* requireTrustedRedirect(project, callbackUrl)
  return yield* withinTransaction(
    Effect.gen(function* () {
      const issued = yield* issueCode({ projectId: project.id, userId, kind: type, callbackUrl, data })
      const text = Redacted.value(issued.code)
      yield* (yield* Mailer).send({
        projectId: project.id,
        type,
        to,
        language,
        isDecoy,
        expiresAt: issued.expiresAt,
        variables: {
          ...variables,
          [linkVariables[type]]: withCode(callbackUrl, text),
          ...(type === "magic_link" && { otp: text.slice(0, OTP_LENGTH).toUpperCase() })
        }
      })
      return issued
    })
  )
})

/** Returns the callback URL with a code as its parameter. */
export const withCode = (callbackUrl: string, code: string): string => {
  const url = new URL(callbackUrl)
  url.searchParams.set("code", code)
  return url.href
}

/** Returns the greeting of a template. */
export const greeting = (displayName: string | null): Readonly<Record<string, string>> =>
  displayName === null ? {} : { userDisplayName: displayName }
