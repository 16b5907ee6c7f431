/** The page to which the owners' console leads to sign an owner in as a user. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import type { LoadFailure } from "../../core/loading/load-failure.ts"
import type { StartImpersonationError } from "../../tiers/calls/start-impersonation.ts"
import { Client } from "../../tiers/client.ts"
import { Card } from "../components/card.tsx"
import { alertIcon } from "../components/icons.tsx"
import { StepFocus } from "../components/step-focus.tsx"
import { pages } from "../messages/english/pages.ts"
import { isRequestFailure } from "../messages/request-problem.ts"
import { useErrorText, useMessages } from "../messages/messages.ts"
import { useGoTo } from "../navigation/page-navigation.ts"
import { useOnce } from "../runtime/use-once.ts"
import { UnknownErrorCard } from "./cards/error-cards.tsx"
import { MessageCard } from "./cards/message-card.tsx"
import { cardSkeleton, levelOf, PageFrame, type PageProps } from "./frame/page-frame.tsx"

/** Props of `<ImpersonationPage>`. */
export type ImpersonationPageProps = PageProps

/**
 * Redirects an owner of the project to the owners' console, to sign in as the user in the URL (`user_id`), by default
 * at `/handler/impersonation`. The console asks for a reason, and leads back to the page of OAuth callbacks.
 *
 * @example <ImpersonationPage fullPage />
 */
export const ImpersonationPage = (props: ImpersonationPageProps) => (
  <PageFrame {...props} loading={cardSkeleton}>
    <Content level={levelOf(props)} />
  </PageFrame>
)

const Content = ({ level }: { readonly level: 1 | 2 }) => {
  const [userId] = useState(() => new URLSearchParams(globalThis.location?.search).get("user_id"))
  return userId ? <Starting userId={userId} level={level} /> : <UnknownErrorCard level={level} />
}

const Starting = ({ level, userId }: { readonly level: 1 | 2; readonly userId: string }) => {
  const { redirecting } = useMessages(pages)
  const { again, error, pending } = useOnce(() =>
    Effect.flatMap(Client, ({ startImpersonation }) => startImpersonation(userId))
  )
  return (
    <StepFocus step={pending ? "going on" : "outcome"}>
      {pending ? (
        <Card level={level} title={redirecting} aria-busy="true">
          <p className="ks-text" role="status">
            <span className="ks-spinner" aria-hidden="true" />
          </p>
        </Card>
      ) : error === null ? (
        <Stopped level={level} onAgain={again} />
      ) : (
        <Failed error={error} level={level} />
      )}
    </StepFocus>
  )
}

interface StoppedProps {
  readonly level: 1 | 2
  readonly onAgain: () => void
}

/** Shown if the browser has not left the page, for example because the user stopped loading the console. */
const Stopped = ({ level, onAgain }: StoppedProps) => {
  const { signInFailed } = useMessages(pages)
  const { goHome, tryAgain } = useMessages()
  const goTo = useGoTo()
  return (
    <MessageCard
      level={level}
      icon={alertIcon}
      tone="danger"
      title={signInFailed}
      primaryButtonText={tryAgain}
      primaryAction={onAgain}
      secondaryButtonText={goHome}
      secondaryAction={() => goTo("home")}
    />
  )
}

interface FailedProps {
  readonly error: StartImpersonationError | LoadFailure
  readonly level: 1 | 2
}

const Failed = ({ error, level }: FailedProps) => {
  const { signInFailed } = useMessages(pages)
  const { goHome } = useMessages()
  const textOf = useErrorText()
  const goTo = useGoTo()
  if (isRequestFailure(error)) return <UnknownErrorCard level={level} />
  return (
    <MessageCard
      level={level}
      icon={alertIcon}
      tone="danger"
      title={signInFailed}
      text={textOf(error)}
      primaryButtonText={goHome}
      primaryAction={() => goTo("home")}
    />
  )
}
