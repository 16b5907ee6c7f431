/** The card of a verification link that does not work. It sends another one to users who are signed in. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import { Client } from "../../tiers/client.ts"
import { mailIcon } from "../components/icons.tsx"
import { StepFocus } from "../components/step-focus.tsx"
import { useAction } from "../hooks/use-action.ts"
import { useUserState } from "../hooks/use-user-state.ts"
import { mailed } from "../messages/english/mailed.ts"
import { sending } from "../messages/english/sending.ts"
import { useMessages } from "../messages/messages.ts"
import { formatNodes } from "../messages/template.ts"
import { useGoTo } from "../navigation/page-navigation.ts"
import { MailStatus } from "./cards/mail-status.tsx"
import { MessageCard } from "./cards/message-card.tsx"
import { LinkCard, type LinkCardProps } from "./cards/page-cards.tsx"
import { SendProblem, type SendState } from "./cards/send-problem.tsx"

export type FailedVerificationProps = Pick<LinkCardProps, "problem" | "level">

export const FailedVerification = (props: FailedVerificationProps) => {
  const { askForAnother, verifyLinkSignIn } = useMessages(mailed)
  const { toSignIn } = useMessages()
  const goTo = useGoTo()
  const { data: user, pending } = useUserState({ includeRestricted: true })
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
    // `undefined` if the user could not be read.
    if (user == null && !pending) {
      return (
        <LinkCard {...props} of="emailVerification" primaryButtonText={toSignIn} primaryAction={() => goTo("signIn")}>
          <p className="ks-text">{verifyLinkSignIn}</p>
        </LinkCard>
      )
    }
    // The link's email is unknown. Other emails are verified in the account settings.
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

interface SendAction extends SendState {
  readonly pending: boolean
  readonly run: () => unknown
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
