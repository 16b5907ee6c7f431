/** The card of a user who has to verify the primary email, or to add one first. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import { isAwaitingAccess } from "../../../tiers/calls/user-state.ts"
import { Client } from "../../../tiers/client.ts"
import { mailIcon } from "../../components/icons.tsx"
import { LinkButton } from "../../components/button.tsx"
import { Notice } from "../../components/notice.tsx"
import { RequestNotice } from "../../components/request-notice.tsx"
import { StepFocus } from "../../components/step-focus.tsx"
import { useAction } from "../../hooks/use-action.ts"
import { useSignOut } from "../../hooks/use-sign-out.ts"
import { mailed } from "../../messages/english/mailed.ts"
import { pages } from "../../messages/english/pages.ts"
import { restrictionTexts } from "../../messages/english/restriction.ts"
import { sending } from "../../messages/english/sending.ts"
import { useMessages } from "../../messages/messages.ts"
import { formatNodes } from "../../messages/template.ts"
import { MailStatus } from "../cards/mail-status.tsx"
import { MessageCard } from "../cards/message-card.tsx"
import { SendProblem } from "../cards/send-problem.tsx"
import { AddEmail } from "./add-email.tsx"

export interface VerifyEmailProps {
  readonly level: 1 | 2
  readonly email: string | null
}

interface SentMail {
  /** The email that it was sent to. The user may have another one since. */
  readonly email: string | null
  /** In epoch milliseconds. */
  readonly at: number
}

export const VerifyEmail = ({ email, ...props }: VerifyEmailProps) => {
  const [sent, setSent] = useState<SentMail | null>(null)
  const [isChanging, setIsChanging] = useState(false)
  const onSent = (email: string | null) => {
    setSent({ email, at: Date.now() })
    setIsChanging(false)
  }
  // Not of the form, which is replaced when the user has the email and before the mail is sent.
  const add = useAction((primaryEmail: string) =>
    Effect.flatMap(Client, ({ sendVerificationEmail, updateUser }) =>
      Effect.flatMap(updateUser({ primaryEmail }), (user) =>
        Effect.andThen(
          sendVerificationEmail(),
          Effect.sync(() => onSent(user.primaryEmail))
        )
      )
    )
  )
  const cancel = () => {
    add.reset()
    setIsChanging(false)
  }
  return (
    <StepFocus step={email === null || isChanging ? "add" : "send"}>
      {email === null || isChanging ? (
        <AddEmail level={props.level} action={add} onCancel={email === null ? undefined : cancel} />
      ) : (
        <SendLink
          {...props}
          email={email}
          sentAt={sent?.email === email ? sent.at : null}
          onSent={() => onSent(email)}
          isSending={add.pending}
          onAnotherEmail={() => setIsChanging(true)}
        />
      )}
    </StepFocus>
  )
}

/** Reads the user again. The page leaves if the email is verified. */
const readUser = Effect.flatMap(Client, ({ getSessionUser }) => getSessionUser)

interface SendLinkProps extends VerifyEmailProps {
  readonly email: string
  /** In epoch milliseconds; `null` before the first mail to this email. */
  readonly sentAt: number | null
  readonly onSent: () => void
  /** The mail to a new email address is being sent. */
  readonly isSending: boolean
  readonly onAnotherEmail: () => void
}

const SendLink = ({ email, isSending, level, onAnotherEmail, onSent, sentAt }: SendLinkProps) => {
  const { verifyTitle } = useMessages(pages)
  const { linkExpires, sendLink, verifyLinkSent } = useMessages(mailed)
  const texts = useMessages(restrictionTexts)
  const { anotherAddress, sentAgain } = useMessages(sending)
  const { signOut } = useMessages()
  const [isRefused, setIsRefused] = useState(false)
  const leaving = useSignOut()
  const send = useAction(() =>
    Effect.flatMap(Client, (client) => client.sendVerificationEmail()).pipe(
      // Verified in another tab or on another device.
      Effect.catchTag("EmailAlreadyVerified", () => Effect.asVoid(readUser)),
      Effect.tap(() => Effect.sync(onSent))
    )
  )
  const check = useAction(() => Effect.map(readUser, (user) => setIsRefused(user !== null && isAwaitingAccess(user))))
  const checkNow = () => {
    setIsRefused(false)
    void check.run()
  }
  const shownEmail = (
    <strong key="email" dir="ltr">
      {email}
    </strong>
  )
  return (
    <MessageCard
      level={level}
      icon={mailIcon}
      tone="accent"
      title={verifyTitle}
      text={formatNodes(sentAt === null ? texts.verifyAddressFirst : verifyLinkSent, { email: shownEmail })}
      primaryButtonText={sentAt === null ? sendLink : texts.verifiedContinue}
      primaryAction={sentAt === null ? () => void send.run() : checkNow}
      primaryBusy={sentAt === null ? send.pending || isSending : check.pending}
      secondaryButtonText={signOut}
      secondaryAction={() => void leaving.run()}
      secondaryBusy={leaving.pending}
      footer={<LinkButton onClick={onAnotherEmail}>{anotherAddress}</LinkButton>}
    >
      <SendProblem action={send} />
      <RequestNotice error={check.error} waiting={check.waiting} />
      {isRefused && <Notice>{texts.notVerifiedYet}</Notice>}
      {sentAt !== null && (
        <MailStatus
          sentAt={sentAt}
          expires={linkExpires}
          again={sentAgain}
          busy={send.pending}
          error={send.error}
          onSend={() => void send.run()}
        />
      )}
    </MessageCard>
  )
}
