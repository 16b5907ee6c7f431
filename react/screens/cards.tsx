/** The message cards that sign-in and sign-up show in their own place (specification, section 2). */
import { useEffect, useRef } from "react"
import { RequestError } from "../../core/errors/request-error.ts"
import { alertIcon, checkIcon, lockIcon } from "../components/icons.tsx"
import { CountdownNotice } from "../components/notice.tsx"
import { useGoTo } from "../hooks/use-page.ts"
import { useSignOut } from "../hooks/use-sign-out.ts"
import { useMessages } from "../messages/messages.ts"
import { MessageCard } from "./message-card.tsx"
import { problemOf } from "./request-problem.ts"

interface Props {
  readonly level?: 1 | 2 | undefined
}

export const SignedInCard = ({ level }: Props) => {
  const messages = useMessages()
  const goTo = useGoTo()
  const signOut = useSignOut()
  return (
    <MessageCard
      level={level}
      seal={checkIcon}
      title={messages.signedIn}
      primaryButtonText={messages.goHome}
      primaryAction={() => goTo("home")}
      secondaryButtonText={messages.signOut}
      secondaryAction={() => void signOut.run()}
      secondaryBusy={signOut.pending}
    />
  )
}

export const SignUpDisabledCard = ({ level }: Props) => {
  const messages = useMessages()
  const goTo = useGoTo()
  return (
    <MessageCard
      level={level}
      seal={lockIcon}
      title={messages.signUpDisabled}
      primaryButtonText={messages.goHome}
      primaryAction={() => goTo("home")}
      secondaryButtonText={messages.toSignIn}
      secondaryAction={() => goTo("signIn")}
    />
  )
}

interface FailureProps extends Props {
  readonly error: unknown
  readonly retry: () => void
}

/** What a screen shows in its own place when it cannot be loaded. Back on line, it tries again by itself. */
export const FailureCard = ({ error, level, retry }: FailureProps) => {
  const messages = useMessages()
  const problem = error instanceof RequestError ? problemOf(error, messages) : null
  const latest = useRef(retry)
  useEffect(() => {
    latest.current = retry
  })
  useEffect(() => {
    const again = () => latest.current()
    addEventListener("online", again)
    return () => removeEventListener("online", again)
  }, [])
  return (
    <MessageCard
      level={level}
      seal={alertIcon}
      tone="danger"
      title={problem === null ? messages.unknownError : messages.notLoaded}
      text={problem?.until === undefined
        ? <span role="alert">{problem?.text ?? messages.unknownErrorText}</span>
        : undefined}
      primaryButtonText={messages.tryAgain}
      primaryAction={retry}
    >
      {problem?.until !== undefined && <CountdownNotice text={problem.text} until={problem.until} />}
    </MessageCard>
  )
}
