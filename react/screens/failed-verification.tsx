/** The card of a verification link that does not work. It sends another one to users who are signed in. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import { RequestError } from "../../core/errors/request-error.ts"
import { Client } from "../../tiers/client.ts"
import { mailIcon } from "../components/icons.tsx"
import { Notice } from "../components/notice.tsx"
import { RequestNotice } from "../components/request-notice.tsx"
import { StepFocus } from "../components/step-focus.tsx"
import { type Action, useAction } from "../hooks/use-action.ts"
import { useUserState } from "../hooks/use-user-state.ts"
import { mailed } from "../messages/english/mailed.ts"
import { sending } from "../messages/english/sending.ts"
import { useErrorText, useMessages } from "../messages/messages.ts"
import { formatNodes } from "../messages/template.ts"
import { useGoTo } from "../navigation/page-navigation.ts"
import { MailStatus } from "./cards/mail-status.tsx"
import { MessageCard } from "./cards/message-card.tsx"
import { LinkCard, type LinkCardProps } from "./cards/page-cards.tsx"

export type FailedVerificationProps = Pick<LinkCardProps, "problem" | "level">

export const FailedVerification = (props: FailedVerificationProps) => {
  const { askForAnother, verifyLinkSignIn } = useMessages(mailed)
  const { toSignIn } = useMessages()
  const goTo = useGoTo()
  const { data: user, pending } = useUserState()
  const [sentAt, setSentAt] = useState<number | null>(null)
  const action = useAction(() =>
    Effect.tap(
      Effect.flatMap(Client, (client) => client.sendVerificationEmail()),
      () => Effect.sync(() => setSentAt(Date.now()))
    )
  )
  const email = user?.primaryEmail ?? null
  const card = () => {
    if (sentAt !== null && email !== null)
      return <SentCard action={action} email={email} level={props.level} sentAt={sentAt} />
    if (user === null && !pending) {
      return (
        <LinkCard {...props} of="emailVerification" primaryButtonText={toSignIn} primaryAction={() => goTo("signIn")}>
          <p className="ks-text">{verifyLinkSignIn}</p>
        </LinkCard>
      )
    }
    // The link's address is unknown. Other addresses are verified in the account settings.
    if (email === null || user?.primaryEmailVerified === true) return <LinkCard {...props} of="emailVerification" />
    return (
      <LinkCard
        {...props}
        of="emailVerification"
        primaryButtonText={askForAnother}
        primaryAction={() => void action.run()}
        primaryBusy={action.pending}
      >
        <SendProblem action={action} />
      </LinkCard>
    )
  }
  return <StepFocus step={sentAt === null ? "problem" : "sent"}>{card()}</StepFocus>
}

type SendAction = Pick<
  Action<[], void, { readonly _tag: string; readonly message: string }>,
  "error" | "pending" | "waiting"
> & {
  readonly run: () => unknown
}

const SendProblem = ({ action: { error, waiting } }: { readonly action: SendAction }) => {
  const errorText = useErrorText()
  if (error !== null && !(error instanceof RequestError)) return <Notice>{errorText(error)}</Notice>
  return <RequestNotice error={error} waiting={waiting} />
}

interface SentCardProps extends Pick<LinkCardProps, "level"> {
  readonly action: SendAction
  readonly email: string
  /** In epoch milliseconds. */
  readonly sentAt: number
}

const SentCard = ({ action, email, level, sentAt }: SentCardProps) => {
  const { emailSent, linkExpires, verifyLinkSent } = useMessages(mailed)
  const { goHome } = useMessages()
  const { sentAgain } = useMessages(sending)
  const goTo = useGoTo()
  return (
    <MessageCard
      level={level}
      icon={mailIcon}
      tone="accent"
      title={emailSent}
      text={formatNodes(verifyLinkSent, {
        email: (
          <strong key="email" dir="ltr">
            {email}
          </strong>
        )
      })}
      primaryVariant="outline"
      primaryButtonText={goHome}
      primaryAction={() => goTo("home")}
    >
      <SendProblem action={action} />
      <MailStatus
        sentAt={sentAt}
        expires={linkExpires}
        again={sentAgain}
        busy={action.pending}
        error={action.error}
        onSend={() => void action.run()}
      />
    </MessageCard>
  )
}
