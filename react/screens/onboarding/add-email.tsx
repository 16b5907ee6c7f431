/** The form of a restricted user without an email, or for another email. */
import { RequestError } from "../../../core/errors/request-error.ts"
import { Button, LinkButton } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { Field } from "../../components/field.tsx"
import { mailIcon } from "../../components/icons.tsx"
import { RequestNotice } from "../../components/request-notice.tsx"
import { useTimeLeft } from "../../components/time-left.ts"
import { checkEmail } from "../../forms/field-checks.ts"
import { useEmailForm } from "../../forms/use-email-form.ts"
import type { Action } from "../../hooks/use-action.ts"
import { useSignOut } from "../../hooks/use-sign-out.ts"
import { mailed } from "../../messages/english/mailed.ts"
import { pages } from "../../messages/english/pages.ts"
import { restrictionTexts } from "../../messages/english/restriction.ts"
import { useMessages } from "../../messages/messages.ts"

export interface AddEmailProps {
  readonly level: 1 | 2
  /** Adds the email. */
  readonly action: Action<[email: string], unknown, { readonly _tag: string; readonly message: string }>
  /** Returns to the card of the user's email; `undefined` without an email. */
  readonly onCancel: (() => void) | undefined
}

export const AddEmail = ({ action: { error, pending, run, waiting }, level, onCancel }: AddEmailProps) => {
  const { verifyTitle } = useMessages(pages)
  const { sendLink, yourEmail } = useMessages(mailed)
  const { addressFirst } = useMessages(restrictionTexts)
  const messages = useMessages()
  const leaving = useSignOut()
  const { checking, errors, form, submit } = useEmailForm(run)
  const isSent = useTimeLeft(waiting?.until ?? 0) === null && pending

  return (
    <Card
      level={level}
      icon={mailIcon}
      title={verifyTitle}
      text={addressFirst}
      footer={
        <>
          {onCancel !== undefined && (
            // Not during the request, which may have changed the email already, unlike one that waits for its next try.
            <LinkButton aria-disabled={isSent || undefined} onClick={isSent ? undefined : onCancel}>
              {messages.cancel}
            </LinkButton>
          )}
          <LinkButton onClick={() => void leaving.run()}>{messages.signOut}</LinkButton>
        </>
      }
    >
      <form className="ks-form" method="post" noValidate onSubmit={submit}>
        <RequestNotice error={error instanceof RequestError ? error : null} waiting={waiting} />
        <Field
          label={yourEmail}
          type="email"
          autoComplete="email"
          placeholder={messages.emailPlaceholder}
          error={errors.email?.message}
          {...form.field("email", { validate: checkEmail(messages) })}
        />
        <Button type="submit" width="full" busy={checking || pending}>
          {sendLink}
        </Button>
      </form>
    </Card>
  )
}
