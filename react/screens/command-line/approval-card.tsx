/** The card on which the signed-in user approves a sign-in on a command line. */
import * as Effect from "effect/Effect"
import { useRef, useState } from "react"
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
import { mayHaveArrived } from "../../runtime/may-have-arrived.ts"
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

interface AnswerError {
  readonly _tag: string
}

export const ApprovalCard = ({ code, details, level, user }: ApprovalCardProps) => {
  const { cliTitle } = useMessages(pages)
  const texts = useMessages(commandLineTexts)
  const { cancel } = useMessages()
  const errorText = useErrorText()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const saveAnswer = (given: Answer) =>
    Effect.sync(() => {
      removeLoginCode()
      setAnswer(given)
    })
  /** The answers whose calls failed without a response: the service may have saved them. */
  const unanswered = useRef(new Set<Answer>())
  /** Sends an answer. If a single one had no response before, a code that is used has that answer. */
  const send = <E extends AnswerError>(given: Answer, call: Effect.Effect<void, E, Client>) =>
    call.pipe(
      Effect.as(given),
      Effect.catch((error) => {
        const [earlier, ...others] = unanswered.current
        if (error instanceof RequestError && mayHaveArrived(error)) unanswered.current.add(given)
        const isKnown = error._tag === "CliAuthUsedError" && earlier !== undefined && others.length === 0
        return isKnown ? Effect.succeed(earlier) : Effect.fail(error)
      }),
      Effect.flatMap(saveAnswer)
    )
  // As the user who is shown, also if another tab has signed in as another one.
  const approve = useAction(() =>
    send(
      "approved",
      Effect.flatMap(Client, (client) => client.as(user.id).approveCommandLineSignIn(code))
    )
  )
  const deny = useAction(() =>
    send(
      "denied",
      Effect.flatMap(Client, (client) => client.denyCommandLineSignIn(code)).pipe(
        // Services of Stack Auth cannot deny one. It expires.
        Effect.catchIf(isMissingFromService, () => Effect.void)
      )
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
