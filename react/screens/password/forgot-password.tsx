/** The page of forgotten passwords. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import { RequestError } from "../../../core/errors/request-error.ts"
import type { ForgotPasswordError } from "../../../tiers/calls/password-reset.ts"
import { Client } from "../../../tiers/client.ts"
import { Button, LinkButton } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { Field } from "../../components/field.tsx"
import { lockIcon } from "../../components/icons.tsx"
import { FormSkeleton } from "../../components/form-skeleton.tsx"
import { StepFocus } from "../../components/step-focus.tsx"
import { type Action, useAction } from "../../hooks/use-action.ts"
import { useEmailDraft } from "../../forms/use-email-draft.ts"
import { useEmailForm } from "../../forms/use-email-form.ts"
import { useUser } from "../../hooks/use-user.ts"
import { mailed } from "../../messages/english/mailed.ts"
import { pages } from "../../messages/english/pages.ts"
import { sending } from "../../messages/english/sending.ts"
import { requestErrorOf } from "../../messages/request-problem.ts"
import { useMessages } from "../../messages/messages.ts"
import { SignedInCard } from "../cards/signed-in-card.tsx"
import { checkEmail } from "../../forms/field-checks.ts"
import { MailStatus } from "../cards/mail-status.tsx"
import { EmailSentCard } from "../cards/page-cards.tsx"
import { levelOf, PageFrame, type PageProps } from "../frame/page-frame.tsx"
import { RequestNotice } from "../../components/request-notice.tsx"
import { PageLinkFooter } from "../cards/page-link-footer.tsx"

/** Props of `<ForgotPassword>`. */
export type ForgotPasswordProps = PageProps

interface LevelProps {
  readonly level: 1 | 2
}

/**
 * Mails a link to choose a new password, by default at `/handler/forgot-password`. Shows the same result for known
 * and unknown emails.
 *
 * @example <ForgotPassword fullPage />
 */
export const ForgotPassword = (props: ForgotPasswordProps) => (
  <PageFrame {...props} back loading={<FormSkeleton icon fields={1} />}>
    <Content level={levelOf(props)} />
  </PageFrame>
)

const Content = ({ level }: LevelProps) => {
  const user = useUser()
  const [sent, setSent] = useState<Sent | null>(null)
  const action = useAction((email: string) =>
    Effect.flatMap(Client, (client) => client.sendForgotPasswordEmail(email)).pipe(
      Effect.catchIf(saysUnknown, () => Effect.succeed<{ readonly expiresAt?: Date }>({})),
      Effect.tap(({ expiresAt }) => Effect.sync(() => setSent({ email, expiresAt, sentAt: Date.now() })))
    )
  )
  const toAnotherEmail = () => {
    action.reset()
    setSent(null)
  }
  if (user !== null) return <SignedInCard level={level} />
  return (
    <StepFocus step={sent === null ? "form" : "sent"}>
      {sent === null ? (
        <EmailForm level={level} action={action} />
      ) : (
        <SentCard level={level} action={action} sent={sent} onAnotherEmail={toAnotherEmail} />
      )}
    </StepFocus>
  )
}

/** A mail that was sent, maybe: see `EmailSentCard`. */
interface Sent {
  readonly email: string
  readonly expiresAt: Date | undefined
  /** In epoch milliseconds. */
  readonly sentAt: number
}

interface SendProps extends LevelProps {
  readonly action: Action<[email: string], { readonly expiresAt?: Date }, ForgotPasswordError>
}

interface SentCardProps extends SendProps {
  readonly sent: Sent
  readonly onAnotherEmail: () => void
}

const SentCard = ({ action, level, onAnotherEmail, sent }: SentCardProps) => {
  const { linkExpires } = useMessages(mailed)
  const { anotherAddress, sentAgain } = useMessages(sending)
  return (
    <EmailSentCard level={level} footer={<LinkButton onClick={onAnotherEmail}>{anotherAddress}</LinkButton>}>
      <RequestNotice error={requestErrorOf(action.error)} waiting={action.waiting} />
      <MailStatus
        sentAt={sent.sentAt}
        expiresAt={sent.expiresAt}
        expires={linkExpires}
        again={sentAgain}
        busy={action.pending}
        error={action.error}
        onSend={() => void action.run(sent.email)}
      />
    </EmailSentCard>
  )
}

/** Older services report an unknown email. The error is not shown, so that emails cannot be probed. */
const saysUnknown = (error: { readonly _tag: string }) =>
  error instanceof RequestError && error.reason._tag === "UnknownErrorCode" && error.reason.code === "USER_NOT_FOUND"

const EmailForm = ({ action: { error, pending, run, waiting }, level }: SendProps) => {
  const { forgotTitle } = useMessages(pages)
  const texts = useMessages(mailed)
  const messages = useMessages()
  const { checking, errors, form, submit } = useEmailForm(run)
  const draft = useEmailDraft()

  return (
    <Card
      level={level}
      icon={lockIcon}
      title={forgotTitle}
      text={texts.forgotText}
      footer={<PageLinkFooter question={texts.noNeedToReset} link={messages.toSignIn} page="signIn" />}
    >
      <form className="ks-form" method="post" noValidate onSubmit={submit}>
        <RequestNotice error={error instanceof RequestError ? error : null} waiting={waiting} />
        <Field
          label={texts.yourEmail}
          type="email"
          autoComplete="username"
          placeholder={messages.emailPlaceholder}
          error={errors.email?.message}
          defaultValue={draft.initial}
          {...form.field("email", {
            validate: checkEmail(messages),
            onChange: () => draft.write(form.value("email"))
          })}
        />
        <Button type="submit" width="full" busy={checking || pending}>
          {texts.sendLink}
        </Button>
      </form>
    </Card>
  )
}
