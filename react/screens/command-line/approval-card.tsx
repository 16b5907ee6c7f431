/** The card on which the signed-in user approves a sign-in on a command line. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import { RequestError } from "../../../core/errors/request-error.ts"
import type { User } from "../../../core/schema/user.ts"
import { isMissingFromService } from "../../../tiers/calls/missing-from-service.ts"
import { Client } from "../../../tiers/client.ts"
import { Button } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { alertIcon, checkIcon, terminalIcon } from "../../components/icons.tsx"
import { Notice } from "../../components/notice.tsx"
import { RequestNotice } from "../../components/request-notice.tsx"
import { StepFocus } from "../../components/step-focus.tsx"
import { useAction } from "../../hooks/use-action.ts"
import { commandLineTexts } from "../../messages/english/command-line.ts"
import { pages } from "../../messages/english/pages.ts"
import { useErrorText, useMessages } from "../../messages/messages.ts"
import { MessageCard } from "../cards/message-card.tsx"
import { SignedInAs } from "../cards/signed-in-as.tsx"
import type { QuestionProps } from "./question-props.ts"
import { LoginCodeCard, loginCodeProblem } from "./login-code-card.tsx"
import { RequestDetails } from "./request-details.tsx"
import { removeLoginCode, saveLoginCode } from "./stored-login-code.ts"

interface ApprovalCardProps extends QuestionProps {
  readonly user: User
}

type Answer = "approved" | "denied"

export const ApprovalCard = ({ code, details, level, user }: ApprovalCardProps) => {
  const { cliTitle } = useMessages(pages)
  const texts = useMessages(commandLineTexts)
  const { cancel } = useMessages()
  const errorText = useErrorText()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const answered = (given: Answer) =>
    Effect.sync(() => {
      removeLoginCode()
      setAnswer(given)
    })
  // As the user who is shown, also if another tab has signed in as another one.
  const approve = useAction(() =>
    Effect.flatMap(Client, (client) => client.as(user.id).approveCommandLineSignIn(code)).pipe(
      Effect.andThen(answered("approved"))
    )
  )
  const deny = useAction(() =>
    Effect.flatMap(Client, (client) => client.denyCommandLineSignIn(code)).pipe(
      // Services of Stack Auth cannot deny one. It expires.
      Effect.catchIf(isMissingFromService, () => Effect.void),
      Effect.andThen(answered("denied"))
    )
  )
  const error = approve.error ?? deny.error
  const problem = loginCodeProblem(error)

  const content = () => {
    if (answer === "approved") {
      return (
        <MessageCard
          level={level}
          icon={checkIcon}
          tone="success"
          title={texts.cliApproved}
          text={texts.cliApprovedText}
        />
      )
    }
    if (answer === "denied") {
      return <MessageCard level={level} icon={alertIcon} title={texts.cliDenied} text={texts.cliDeniedText} />
    }
    if (problem !== null) return <LoginCodeCard problem={problem} level={level} />
    return (
      <Card
        level={level}
        icon={terminalIcon}
        title={cliTitle}
        text={texts.cliText}
        footer={<SignedInAs user={user} save={() => saveLoginCode(code)} />}
      >
        <RequestDetails {...details} />
        <Notice role="status">{texts.cliWarning}</Notice>
        {error === null || error instanceof RequestError ? (
          <RequestNotice error={error} waiting={approve.waiting ?? deny.waiting} />
        ) : (
          <Notice>{errorText(error)}</Notice>
        )}
        <div className="ks-stack">
          <Button width="full" busy={approve.pending} onClick={() => void approve.run()}>
            {texts.cliApprove}
          </Button>
          <Button width="full" variant="outline" busy={deny.pending} onClick={() => void deny.run()}>
            {cancel}
          </Button>
        </div>
      </Card>
    )
  }
  return <StepFocus step={answer ?? problem ?? "question"}>{content()}</StepFocus>
}
