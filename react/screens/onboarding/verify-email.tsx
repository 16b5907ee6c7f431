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
import { type Action, useAction } from "../../hooks/use-action.ts"
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
  readonly email: string
  /** In epoch milliseconds. */
  readonly at: number
}

export const VerifyEmail = ({ email, ...props }: VerifyEmailProps) => {
  const [sent, setSent] = useState<SentMail | null>(null)
  const [isChanging, setIsChanging] = useState(false)
  const send = useAction((to: string) =>
    Effect.flatMap(Client, (client) => client.sendVerificationEmail()).pipe(
      // Verified in another tab or on another device.
      Effect.catchTag("EmailAlreadyVerified", () => Effect.asVoid(readUser)),
      Effect.tap(() => Effect.sync(() => setSent({ email: to, at: Date.now() })))
    )
  )
  const sendFirst = (to: string) => {
    setIsChanging(false)
    // A mail to the earlier email may be under way.
    send.reset()
    void send.run(to)
  }
  const add = useAction((primaryEmail: string) =>
    Effect.flatMap(Client, (client) => client.updateUser({ primaryEmail })).pipe(
      Effect.tap((user) => Effect.sync(() => sendFirst(user.primaryEmail ?? primaryEmail)))
    )
  )
  const openForm = () => {
    add.reset()
    setIsChanging(true)
  }
  const cancel = () => {
    add.reset()
    setIsChanging(false)
  }
  // The user has the new email before the action ends.
  const hasForm = email === null || isChanging || add.pending
  return (
    <StepFocus step={hasForm ? "add" : "send"}>
      {hasForm ? (
        <AddEmail level={props.level} action={add} onCancel={email === null ? undefined : cancel} />
      ) : (
        <SendLink
          {...props}
          email={email}
          sentAt={sent?.email === email ? sent.at : null}
          send={send}
          onAnotherEmail={openForm}
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
  /** Mails a link to the email. */
  readonly send: Action<[email: string], void, { readonly _tag: string; readonly message: string }>
  readonly onAnotherEmail: () => void
}

const SendLink = ({ email, level, onAnotherEmail, send, sentAt }: SendLinkProps) => {
  const { verifyTitle } = useMessages(pages)
  const { linkExpires, sendLink, verifyLinkSent } = useMessages(mailed)
  const texts = useMessages(restrictionTexts)
  const { anotherAddress, sentAgain } = useMessages(sending)
  const { signOut } = useMessages()
  const [isRefused, setIsRefused] = useState(false)
  const leaving = useSignOut()
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
      primaryAction={sentAt === null ? () => void send.run(email) : checkNow}
      primaryBusy={sentAt === null ? send.pending : check.pending}
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
          onSend={() => void send.run(email)}
        />
      )}
    </MessageCard>
  )
}
