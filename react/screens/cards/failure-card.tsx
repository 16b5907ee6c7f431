/** The card that replaces a screen that cannot be loaded. */
import { useContext, useEffect, useLayoutEffect, useRef } from "react"
import { focusTitle } from "../../components/focus-title.ts"
import { alertIcon } from "../../components/icons.tsx"
import { useCardProblem } from "../../components/use-request-problem.ts"
import { CountdownNotice } from "../../components/notice.tsx"
import { KeystileContext } from "../../runtime/keystile-context.ts"
import { useMessages } from "../../messages/messages.ts"
import { MessageCard } from "./message-card.tsx"
import { isOutage, whenRecovered } from "./recovery.ts"
import { requestErrorOf } from "../../messages/request-problem.ts"

interface FailureProps {
  /** Heading level of the title. Default 2. */
  readonly level?: 1 | 2 | undefined
  /** The error for which the screen cannot be loaded. The card explains a `RequestError`. */
  readonly error: unknown
  /** Loads the screen again: for the button, and after an outage. */
  readonly retry: () => void
}

/**
 * Replaces a screen that cannot be loaded. After an outage it polls the service and retries once it responds, and
 * also when the browser is online again. Moves the focus to the content that replaces it.
 */
export const FailureCard = ({ error, level, retry }: FailureProps) => {
  const messages = useMessages()
  const provided = useContext(KeystileContext)
  const problem = useCardProblem(requestErrorOf(error))
  const recovers = provided !== null && isOutage(error)
  const latest = useRef(retry)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    latest.current = retry
  })
  useEffect(() => {
    const again = () => latest.current()
    addEventListener("online", again)
    return () => removeEventListener("online", again)
  }, [])
  useEffect(() => {
    if (!recovers) return undefined
    return whenRecovered(provided, () => latest.current())
  }, [provided, recovers])
  useLayoutEffect(() => {
    const card = box.current
    const parent = card?.parentElement
    return () => {
      if (card?.contains(document.activeElement) && parent != null) queueMicrotask(() => focusTitle(parent))
    }
  }, [])
  return (
    <div className="ks-steps" ref={box}>
      <MessageCard
        level={level}
        icon={alertIcon}
        tone="danger"
        title={problem === null ? messages.unknownError : messages.notLoaded}
        text={
          problem?.until === undefined ? (
            <span className="ks-alert" role="alert">
              {problem?.text ?? messages.unknownErrorText}
            </span>
          ) : undefined
        }
        primaryButtonText={messages.tryAgain}
        primaryAction={retry}
      >
        {problem?.until !== undefined && <CountdownNotice text={problem.text} until={problem.until} />}
        {recovers && <p className="ks-hint">{messages.keepsTrying}</p>}
      </MessageCard>
    </div>
  )
}
