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
          <p className="ks-text ks-row" role="status">
            <span className="ks-spinner" aria-hidden="true" />
          </p>
        </Card>
      ) : (
        <NotStarted level={level} error={error} onAgain={again} />
      )}
    </StepFocus>
  )
}

interface NotStartedProps {
  readonly level: 1 | 2
  /** `null` if the browser has not left the page, e.g. because the user stopped loading the console. */
  readonly error: StartImpersonationError | LoadFailure | null
  readonly onAgain: () => void
}

const NotStarted = ({ error, level, onAgain }: NotStartedProps) => {
  const { signInFailed } = useMessages(pages)
  const { goHome: homeText, tryAgain } = useMessages()
  const textOf = useErrorText()
  const goTo = useGoTo()
  if (error !== null && isRequestFailure(error)) return <UnknownErrorCard level={level} />
  const goHome = () => goTo("home")
  return (
    <MessageCard
      level={level}
      icon={alertIcon}
      tone="danger"
      title={signInFailed}
      {...(error === null
        ? {
            primaryButtonText: tryAgain,
            primaryAction: onAgain,
            secondaryButtonText: homeText,
            secondaryAction: goHome
          }
        : { text: textOf(error), primaryButtonText: homeText, primaryAction: goHome })}
    />
  )
}
