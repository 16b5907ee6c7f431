/** Message cards for errors: those of sign-in providers, which have texts of their own, and all others. */
import type { ReactNode } from "react"
import { alertIcon } from "../components/icons.tsx"
import { useGoTo } from "../hooks/use-page.ts"
import { pages } from "../messages/english/pages.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { MessageCard } from "./message-card.tsx"
import type { CardPlace } from "./page-cards.tsx"

const danger = { seal: alertIcon, tone: "danger" } as const

export const UnknownErrorCard = (place: CardPlace) => {
  const { goHome, unknownError, unknownErrorText } = useMessages()
  const goTo = useGoTo()
  return (
    <MessageCard
      {...place}
      {...danger}
      title={unknownError}
      text={unknownErrorText}
      primaryVariant="outline"
      primaryButtonText={goHome}
      primaryAction={() => goTo("home")}
    />
  )
}

export interface ErrorCardProps extends CardPlace {
  /** A known error, or its code and message as they came. */
  readonly error: { readonly code: string; readonly message: string }
}

/** What an error of signing in says to people, by its code. */
export const ErrorCard = ({ error: { code, message }, ...place }: ErrorCardProps) => {
  const texts = useMessages(pages)
  const { goHome, toSignIn, unknownError } = useMessages()
  const goTo = useGoTo()
  const home = { text: goHome, action: () => goTo("home") }
  const signIn = { text: toSignIn, action: () => goTo("signIn") }
  switch (code) {
    case "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER":
      return <TwoWays {...place} title={texts.accountTaken} text={texts.accountTakenText} ways={[home]} />
    case "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION":
      return <TwoWays {...place} title={texts.alreadyConnected} text={texts.alreadyConnectedText} ways={[home]} />
    case "OAUTH_PROVIDER_ACCESS_DENIED":
      return <TwoWays {...place} title={texts.accessDenied} text={texts.accessDeniedText} ways={[signIn, home]} />
    default:
      return (
        <TwoWays {...place} title={unknownError} text={message} ways={[home]}>
          <p className="ks-hint" dir="ltr">{format(texts.errorCode, { code })}</p>
        </TwoWays>
      )
  }
}

interface Way {
  readonly text: string
  readonly action: () => void
}

interface TwoWaysProps extends CardPlace {
  readonly title: string
  readonly text: string
  readonly ways: readonly [Way, Way?]
  readonly children?: ReactNode
}

const TwoWays = ({ children, ways: [first, second], ...card }: TwoWaysProps) => (
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
