/** Message cards of the pages that mails and providers lead to. */
import type { ReactNode } from "react"
import type { HandlerUrls } from "../../../core/navigation/handler-urls.ts"
import { alertIcon, checkIcon, linkIcon, mailIcon, userIcon } from "../../components/icons.tsx"
import { useGoTo } from "../../navigation/page-navigation.ts"
import { mailed } from "../../messages/english/mailed.ts"
import { useMessages } from "../../messages/messages.ts"
import { MessageCard, type MessageCardProps } from "./message-card.tsx"

/** Props for showing a card alone on a page or within one. */
export type CardFrameProps = Pick<MessageCardProps, "fullPage" | "level" | "theme" | "className">

/** Returns the texts of the cards, and actions that navigate. */
const useCard = () => {
  const texts = useMessages(mailed)
  const common = useMessages()
  const goTo = useGoTo()
  const to = (page: keyof HandlerUrls) => () => goTo(page)
  return { texts, common, to }
}

const success = { icon: checkIcon, tone: "success" } as const
const danger = { icon: alertIcon, tone: "danger" } as const

/** Says that the user is signed out. */
export const SignedOutCard = (frame: CardFrameProps) => {
  const { common, texts, to } = useCard()
  return (
    <MessageCard
      {...frame}
      icon={userIcon}
      title={texts.signedOut}
      primaryButtonText={common.toSignIn}
      primaryAction={to("signIn")}
    />
  )
}

export interface EmailSentCardProps extends CardFrameProps, Pick<MessageCardProps, "footer"> {
  /** Rendered below the text, e.g. a button that sends the mail again. */
  readonly children?: ReactNode
}

/** Shows the same text whether or not the user exists. */
export const EmailSentCard = (props: EmailSentCardProps) => {
  const { common, texts, to } = useCard()
  return (
    <MessageCard
      {...props}
      icon={mailIcon}
      title={texts.emailSent}
      text={texts.emailSentText}
      primaryVariant="outline"
      primaryButtonText={common.goHome}
      primaryAction={to("home")}
    />
  )
}

/** Says that the password has been changed. */
export const PasswordResetCard = (frame: CardFrameProps) => {
  const { common, texts } = useCard()
  const goTo = useGoTo()
  return (
    <MessageCard
      {...frame}
      {...success}
      title={texts.passwordReset}
      text={texts.passwordResetText}
      primaryButtonText={common.toSignIn}
      primaryAction={() => goTo("signIn", { noRedirectBack: true })}
    />
  )
}

/** Says that the password could not be changed. */
export const PasswordResetFailedCard = (frame: CardFrameProps) => {
  const { common, texts, to } = useCard()
  return (
    <MessageCard
      {...frame}
      {...danger}
      title={texts.resetFailed}
      text={texts.resetFailedText}
      primaryButtonText={texts.askForAnother}
      primaryAction={to("forgotPassword")}
      secondaryButtonText={common.goHome}
      secondaryAction={to("home")}
    />
  )
}

/** Says that the email address is verified. */
export const EmailVerifiedCard = (frame: CardFrameProps) => {
  const { common, texts, to } = useCard()
  return (
    <MessageCard
      {...frame}
      {...success}
      title={texts.emailVerified}
      text={texts.emailVerifiedText}
      primaryButtonText={common.goHome}
      primaryAction={to("home")}
    />
  )
}

/** Says that the magic link has signed the user in. */
export const MagicLinkSuccessCard = (frame: CardFrameProps) => {
  const { common, texts, to } = useCard()
  return (
    <MessageCard
      {...frame}
      {...success}
      title={texts.magicLinkDone}
      text={texts.magicLinkDoneText}
      primaryVariant="outline"
      primaryButtonText={common.goHome}
      primaryAction={to("home")}
    />
  )
}

/** Props of the cards of a page that a mail links to. */
export interface LinkCardProps
  extends CardFrameProps, Pick<MessageCardProps, "primaryAction" | "primaryBusy" | "primaryButtonText" | "children"> {
  /** Why the link does not work. */
  readonly problem: "invalid" | "expired" | "used"
  /** The purpose of the link. */
  readonly of: "passwordReset" | "emailVerification" | "magicLink" | "teamInvitation"
}

/** The card of a mailed link that does not work, with a button to request another. */
export const LinkCard = ({ of, problem, ...card }: LinkCardProps) => {
  const { common, texts, to } = useCard()
  const title = { invalid: texts.linkInvalid, expired: texts.linkExpired, used: texts.linkUsed }[problem]
  const text = { invalid: texts.linkInvalidText, expired: texts.linkExpiredText, used: texts.linkUsedText }[problem]
  const another = {
    passwordReset: { primaryButtonText: texts.askForAnother, primaryAction: to("forgotPassword") },
    magicLink: { primaryButtonText: common.toSignIn, primaryAction: to("signIn") },
    emailVerification: {},
    teamInvitation: {}
  }[of]
  return (
    <MessageCard
      icon={linkIcon}
      tone="danger"
      title={title}
      text={text}
      {...another}
      {...card}
      secondaryButtonText={common.goHome}
      secondaryAction={to("home")}
    />
  )
}
