/** Message cards for errors of sign-in with a provider, and for all others. */
import type { ReactNode } from "react"
import { alertIcon } from "../../components/icons.tsx"
import { useGoTo } from "../../navigation/page-navigation.ts"
import type { Messages, MessagesOf } from "../../messages/english.ts"
import { mailed } from "../../messages/english/mailed.ts"
import { useErrorText, useMessages } from "../../messages/messages.ts"
import { format } from "../../messages/template.ts"
import { MessageCard } from "./message-card.tsx"
import type { CardFrameProps } from "./page-cards.tsx"

const danger = { icon: alertIcon, tone: "danger" } as const

/** Says that an unknown error occurred. */
export const UnknownErrorCard = (frame: CardFrameProps) => {
  const { goHome, unknownError, unknownErrorText } = useMessages()
  const goTo = useGoTo()
  return (
    <MessageCard
      {...frame}
      {...danger}
      title={unknownError}
      text={unknownErrorText}
      primaryVariant="outline"
      primaryButtonText={goHome}
      primaryAction={() => goTo("home")}
    />
  )
}

/** Props of `<ErrorCard>`. */
export interface ErrorCardProps extends CardFrameProps {
  /** A known error, or its code and message. */
  readonly error: { readonly code: string; readonly message: string }
}

interface ErrorTexts {
  readonly title: string
  readonly text: string
  /** Offers the sign-in page. */
  readonly offersSignIn?: boolean
  /** Shows the code, for the application's support. */
  readonly showsCode?: boolean
}

/** Returns the texts of the errors of sign-in with a provider, by code. */
const errorTextsOf = (texts: MessagesOf<typeof mailed>, { signUpNotAllowed }: Messages) => {
  const offersSignIn = true
  const unavailable: ErrorTexts = {
    title: texts.providerUnavailable,
    text: texts.providerUnavailableText,
    offersSignIn,
    showsCode: true
  }
  const missing: ErrorTexts = { title: texts.connectionMissing, text: texts.connectionMissingText }
  return new Map<string, ErrorTexts>([
    ["OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER", { title: texts.accountTaken, text: texts.accountTakenText }],
    [
      "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION",
      { title: texts.alreadyConnected, text: texts.alreadyConnectedText }
    ],
    ["OAUTH_ACCOUNT_NOT_FOR_SIGN_IN", { title: texts.notForSignIn, text: texts.notForSignInText, offersSignIn }],
    ["OAUTH_PROVIDER_ACCESS_DENIED", { title: texts.accessDenied, text: texts.accessDeniedText, offersSignIn }],
    ["OUTER_OAUTH_TIMEOUT", { title: texts.oauthTimeout, text: texts.oauthTimeoutText, offersSignIn }],
    ["INVALID_AUTHORIZATION_CODE", { title: texts.oauthNotCompleted, text: texts.oauthNotCompletedText, offersSignIn }],
    ["SIGN_UP_NOT_ENABLED", { title: signUpNotAllowed, text: texts.signUpNotAllowedText, offersSignIn }],
    [
      "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
      { title: texts.emailInUse, text: texts.emailInUseText, offersSignIn }
    ],
    [
      "REDIRECT_URL_NOT_WHITELISTED",
      { title: texts.redirectUntrusted, text: texts.redirectUntrustedText, showsCode: true }
    ],
    ["OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", missing],
    ["OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE", missing],
    ["OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED", unavailable],
    ["OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS", unavailable],
    ["OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS", unavailable],
    ["INVALID_OAUTH_CLIENT_ID_OR_SECRET", unavailable],
    ["INVALID_SCOPE", unavailable],
    ["INVALID_SHARED_OAUTH_PROVIDER_ID", unavailable],
    ["INVALID_STANDARD_OAUTH_PROVIDER_ID", unavailable]
  ])
}

/** The card of a known error. */
export const ErrorCard = ({ error: { code, message }, ...frame }: ErrorCardProps) => {
  const texts = useMessages(mailed)
  const common = useMessages()
  const errorText = useErrorText()
  const goTo = useGoTo()
  const home = { text: common.goHome, action: () => goTo("home") }
  const signIn = { text: common.toSignIn, action: () => goTo("signIn") }
  const text = errorText({ code, message })
  const shown: ErrorTexts =
    code === "LIMIT_REACHED"
      ? { title: texts.connectionMissing, text }
      : (errorTextsOf(texts, common).get(code) ?? { title: common.unknownError, text, showsCode: true })
  return (
    <ActionsCard
      {...frame}
      title={shown.title}
      text={shown.text}
      actions={shown.offersSignIn === true ? [signIn, home] : [home]}
    >
      {shown.showsCode === true && (
        <p className="ks-hint" dir="ltr">
          {format(texts.errorCode, { code })}
        </p>
      )}
    </ActionsCard>
  )
}

/** The card of a code without a message, e.g. from a URL. Unknown codes get the text of unknown errors. */
export const CodeCard = ({ code, ...frame }: CardFrameProps & { readonly code: string }) => {
  const isKnown = errorTextsOf(useMessages(mailed), useMessages()).has(code)
  return isKnown ? <ErrorCard {...frame} error={{ code, message: "" }} /> : <UnknownErrorCard {...frame} />
}

interface CardAction {
  readonly text: string
  readonly action: () => void
}

interface ActionsCardProps extends CardFrameProps {
  readonly title: string
  readonly text: string
  readonly actions: readonly [CardAction, CardAction?]
  readonly children?: ReactNode
}

const ActionsCard = ({ children, actions: [first, second], ...card }: ActionsCardProps) => (
  <MessageCard
    {...card}
    {...danger}
    primaryVariant={second === undefined ? "outline" : "primary"}
    primaryButtonText={first.text}
    primaryAction={first.action}
    secondaryButtonText={second?.text}
    secondaryAction={second?.action}
  >
    {children}
  </MessageCard>
)
