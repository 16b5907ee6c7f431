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
import { runExclusively } from "../../hooks/run-exclusively.ts"
import { useAction } from "../../hooks/use-action.ts"
import { commandLineTexts } from "../../messages/english/command-line.ts"
import { pages } from "../../messages/english/pages.ts"
import { useErrorText, useMessages } from "../../messages/messages.ts"
import { mayHaveArrived } from "../../runtime/may-have-arrived.ts"
import { MessageCard } from "../cards/message-card.tsx"
import { SignedInAs } from "../cards/signed-in-as.tsx"
import type { ApprovalQuestionProps } from "./question-props.ts"
import { LoginCodeCard, loginCodeProblem } from "./login-code-card.tsx"
import { RequestDetails } from "./request-details.tsx"
import { removeLoginCode, saveLoginCode } from "./stored-login-code.ts"

interface ApprovalCardProps extends ApprovalQuestionProps {
  readonly user: User
}

type Decision = "approved" | "denied"

interface DecisionError {
  readonly _tag: string
}

export const ApprovalCard = ({ code, details, level, user }: ApprovalCardProps) => {
  const { cliTitle } = useMessages(pages)
  const texts = useMessages(commandLineTexts)
  const { cancel } = useMessages()
  const errorText = useErrorText()
  const [decision, setDecision] = useState<Decision | null>(null)
  const saveDecision = (made: Decision) =>
    Effect.sync(() => {
      removeLoginCode()
      setDecision(made)
    })
  /** The decisions whose calls failed without a response: the service may have saved them. */
  const unconfirmed = useRef(new Set<Decision>())
  /** Sends a decision. If a single one had no response before, a code that is used has that decision. */
  const send = <E extends DecisionError>(made: Decision, call: Effect.Effect<void, E, Client>) =>
    call.pipe(
      Effect.as(made),
      Effect.catch((error) => {
        const [earlier, ...others] = unconfirmed.current
        if (error instanceof RequestError && mayHaveArrived(error)) unconfirmed.current.add(made)
        const isKnown = error._tag === "CliAuthUsedError" && earlier !== undefined && others.length === 0
        return isKnown ? Effect.succeed(earlier) : Effect.fail(error)
      }),
      Effect.flatMap(saveDecision)
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
  const isBusy = approve.pending || deny.pending
  const error = approve.error ?? deny.error
  const problem = loginCodeProblem(error)

  const content = () => {
    if (decision === "approved") {
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
    if (decision === "denied") {
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
          <Button
            width="full"
            busy={approve.pending}
            aria-disabled={isBusy || undefined}
            onClick={() => runExclusively(approve, deny)}
          >
            {texts.cliApprove}
          </Button>
          <Button
            width="full"
            variant="outline"
            busy={deny.pending}
            aria-disabled={isBusy || undefined}
            onClick={() => runExclusively(deny, approve)}
          >
            {cancel}
          </Button>
        </div>
      </Card>
    )
  }
  return <StepFocus step={decision ?? problem ?? "question"}>{content()}</StepFocus>
}
