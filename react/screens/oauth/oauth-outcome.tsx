/** Shows why sign-in with a provider failed, or the form of the second factor. */
import { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import type { LoadFailure } from "../../../core/loading/load-failure.ts"
import type { OAuthCallbackError } from "../../../tiers/calls/oauth-callback.ts"
import { alertIcon } from "../../components/icons.tsx"
import { useCardProblem } from "../../components/use-request-problem.ts"
import { useGoTo } from "../../navigation/page-navigation.ts"
import { mailed } from "../../messages/english/mailed.ts"
import { pages } from "../../messages/english/pages.ts"
import { useMessages } from "../../messages/messages.ts"
import { ErrorCard, UnknownErrorCard } from "../cards/error-cards.tsx"
import { LazySecondFactor } from "../second-factor/lazy-second-factor.tsx"
import { MessageCard } from "../cards/message-card.tsx"
import { isRequestFailure, type RequestFailure } from "../../messages/request-problem.ts"

export interface OAuthOutcomeProps {
  readonly error: OAuthCallbackError | LoadFailure
  readonly level: 1 | 2
}

export const OAuthOutcome = ({ error, level }: OAuthOutcomeProps) => {
  const { totpInvalidTryAgain } = useMessages(mailed)
  const goTo = useGoTo()
  if (error instanceof MultiFactorAuthenticationRequired) {
    return (
      <LazySecondFactor
        error={error}
        level={level}
        wrongText={totpInvalidTryAgain}
        onCancel={() => goTo("signIn", { noRedirectBack: true })}
      />
    )
  }
  if (isRequestFailure(error)) return <Failed error={error} level={level} />
  return <ErrorCard error={error} level={level} />
}

/** The authorization code is used, so the user has to start over. */
const Failed = ({ error, level }: { readonly error: RequestFailure; readonly level: 1 | 2 }) => {
  const { signInFailed } = useMessages(pages)
  const messages = useMessages()
  const goTo = useGoTo()
  const problem = useCardProblem(error)
  if (problem === null) return <UnknownErrorCard level={level} />
  return (
    <MessageCard
      level={level}
      icon={alertIcon}
      tone="danger"
      title={signInFailed}
      text={problem.until === undefined ? problem.text : messages.unknownErrorText}
      primaryButtonText={messages.toSignIn}
      primaryAction={() => goTo("signIn")}
      secondaryButtonText={messages.goHome}
      secondaryAction={() => goTo("home")}
    />
  )
}
