/** The second step of a magic link: the mailed code. */
import { useState } from "react"
import { Button, LinkButton } from "../../components/button.tsx"
import { CodeField } from "../../components/code-field.tsx"
import { mailIcon } from "../../components/icons.tsx"
import { ProofFields, ProofStatus } from "../../forms/proof-fields.tsx"
import type { FormProof } from "../../forms/form-proof.ts"
import type { MagicLinkEvent, MagicLinkState } from "../../flows/magic-link.ts"
import { sending } from "../../messages/english/sending.ts"
import type { FlowHandle } from "../../runtime/use-flow.ts"
import { steps } from "../../messages/english/steps.ts"
import { useErrorText, useMessages } from "../../messages/messages.ts"
import { formatNodes } from "../../messages/template.ts"
import { codeError } from "./code-error.ts"
import { RequestNotice } from "../../components/request-notice.tsx"
import { requestErrorOf } from "../../messages/request-problem.ts"
import { MailStatus } from "../cards/mail-status.tsx"
import { StepCard, type StepFrameProps, UsernameField } from "../cards/step-card.tsx"

export interface MagicLinkCodeProps extends StepFrameProps {
  readonly flow: Omit<FlowHandle<MagicLinkState, MagicLinkEvent>, "state"> & {
    readonly state: Extract<MagicLinkState, { readonly step: "code" | "resending" | "checking" }>
  }
  /** The proof for another mail. */
  readonly proof: FormProof
  /** Returns to the other methods. Default: the page has no others. */
  readonly onOtherMethod?: (() => void) | undefined
}

export const MagicLinkCode = ({
  email: _,
  flow: { send, state, waiting },
  onOtherMethod,
  proof,
  ...frame
}: MagicLinkCodeProps) => {
  const texts = useMessages(steps)
  const common = useMessages()
  const errorText = useErrorText()
  const { anotherAddress } = useMessages(sending)
  const { email, expiresAt, sentAt } = state
  const error = state.step === "code" ? state.error : null
  const wrong = error === null ? undefined : codeError(error, texts, common, errorText)
  const busy = state.step === "checking"
  const [code, setCode] = useState("")
  // A whole code that could not be checked. The field keeps it until another one is sent.
  const [unchecked, setUnchecked] = useState<{ readonly code: string; readonly sentAt: number } | null>(null)
  const isUnchecked = unchecked?.code === code
  const replaced = isUnchecked && unchecked.sentAt !== sentAt ? sentAt : null
  if (error !== null && wrong === undefined && code.length === 6 && !isUnchecked) setUnchecked({ code, sentAt })
  return (
    <StepCard
      {...frame}
      icon={mailIcon}
      title={texts.codeTitle}
      text={formatNodes(texts.codeSentTo, {
        email: (
          <strong key="email" dir="ltr">
            {email}
          </strong>
        )
      })}
      onCancel={() => send({ type: "cancel" })}
      footer={
        <>
          <LinkButton onClick={() => send({ type: "cancel" })}>{anotherAddress}</LinkButton>
          {onOtherMethod !== undefined && <LinkButton onClick={onOtherMethod}>{texts.anotherMethod}</LinkButton>}
        </>
      }
    >
      <form
        className="ks-form"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          if (isUnchecked) send({ type: "enter", code })
        }}
      >
        <RequestNotice error={requestErrorOf(error)} waiting={waiting} />
        <UsernameField email={email} />
        <CodeField
          label={texts.codeLabel}
          kind="letters"
          // eslint-disable-next-line jsx-a11y/no-autofocus -- a step of its own, which the user asked for
          autoFocus
          busy={busy}
          refused={wrong === undefined ? replaced : error}
          error={wrong}
          onChange={(next) => {
            setCode(next)
            if (next !== "") send({ type: "edit" })
          }}
          onComplete={(code) => send({ type: "enter", code })}
        />
        {isUnchecked && (
          <Button type="submit" width="full" busy={busy}>
            {common.tryAgain}
          </Button>
        )}
        <span className="ks-visually-hidden" role="status">
          {busy && texts.codeChecking}
        </span>
        <MailStatus
          sentAt={sentAt}
          expiresAt={expiresAt}
          expires={texts.codeExpires}
          again={texts.codeSentAgain}
          busy={state.step === "resending"}
          error={error}
          onSend={() => send({ type: "resend" })}
        />
        <ProofFields proof={proof} />
        <ProofStatus proof={proof} />
      </form>
    </StepCard>
  )
}
