/** The step of the second factor, after any first factor. */
import { useState } from "react"
import type { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import { hasExtension } from "../../../core/schema/extension.ts"
import type { NewSession } from "../../../tiers/calls/call-dependencies.ts"
import { Button } from "../../components/button.tsx"
import { EventErrorNotice } from "../../components/event-error-notice.tsx"
import { lockIcon, phoneIcon } from "../../components/icons.tsx"
import { Notice } from "../../components/notice.tsx"
import { useEventHandler } from "../../components/use-event-handler.ts"
import { secondFactor } from "../../flows/second-factor.ts"
import { useProjectState } from "../../hooks/use-project.ts"
import { useFlow } from "../../runtime/use-flow.ts"
import { steps } from "../../messages/english/steps.ts"
import { useErrorText, useMessages } from "../../messages/messages.ts"
import { RequestNotice } from "../../components/request-notice.tsx"
import { requestErrorOf } from "../../messages/request-problem.ts"
import { RecoveryCodeForm } from "./recovery-code-form.tsx"
import { TotpForm } from "./totp-form.tsx"
import { StepCard, type StepFrameProps, UsernameField } from "../cards/step-card.tsx"

/** Props of `<SecondFactorStep>`. */
export interface SecondFactorStepProps extends Partial<StepFrameProps> {
  /** The error of the first factor, with the code of the attempt. */
  readonly error: MultiFactorAuthenticationRequired
  /**
   * Called when the user is signed in, before the redirect to `afterSignUp` or `afterSignIn`. An error, thrown or of
   * a returned promise, shows in the step and does not undo the sign-in.
   */
  readonly onComplete?: ((session: NewSession) => void) | undefined
  /** Called when the user cancels, or when the attempt is over. Show the first factor again. */
  readonly onCancel: () => void
  /** Error for a wrong code. Default "Invalid TOTP code". */
  readonly wrongText?: string | undefined
}

/**
 * Asks for the six-digit code of the authenticator app and completes the sign-in. Wrong codes can be corrected. After
 * five minutes or 20 codes the attempt is over, and the user has to start over. Where the service has recovery codes,
 * the user can enter one instead.
 */
export const SecondFactorStep = ({
  card = true,
  email = "",
  error: required,
  level = 2,
  onCancel,
  onComplete,
  wrongText
}: SecondFactorStepProps) => {
  const texts = useMessages(steps)
  const errorText = useErrorText()
  const { data: project } = useProjectState()
  const { failed, run } = useEventHandler()
  const { send, state, waiting } = useFlow(secondFactor, ({ engine, keystile }) =>
    engine.secondFactorWork({
      keystile,
      error: required,
      onComplete: (session) => run(() => onComplete?.(session))
    })
  )
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false)
  const error = state.step === "code" ? state.error : null
  const busy = state.step === "checking" || state.step === "done"
  const refusedText =
    error === null || error._tag === "RequestError"
      ? undefined
      : error._tag === "InvalidTotpCode"
        ? (wrongText ?? texts.totpInvalid)
        : errorText(error)
  const Form = usesRecoveryCode ? RecoveryCodeForm : TotpForm
  return (
    <StepCard
      card={card}
      level={level}
      icon={usesRecoveryCode ? lockIcon : phoneIcon}
      title={texts.secondFactorTitle}
      text={usesRecoveryCode ? texts.recoveryStepText : texts.secondFactorText}
      onCancel={onCancel}
    >
      {state.step === "over" ? (
        <div className="ks-form">
          <Notice>{texts.attemptOver}</Notice>
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the field that had the focus is gone */}
          <Button width="full" autoFocus onClick={onCancel}>
            {texts.startOver}
          </Button>
        </div>
      ) : (
        <>
          <Form
            busy={busy}
            error={error}
            errorText={refusedText}
            send={send}
            before={
              <>
                <RequestNotice error={requestErrorOf(error)} waiting={waiting} />
                {failed !== null && <EventErrorNotice failed={failed} />}
                <UsernameField email={email} />
              </>
            }
          />
          {project !== undefined && hasExtension(project, "recovery_codes") && (
            <Button
              variant="quiet"
              width="full"
              aria-disabled={busy || undefined}
              onClick={() => {
                if (busy) return
                send({ type: "edit" })
                setUsesRecoveryCode(!usesRecoveryCode)
              }}
            >
              {usesRecoveryCode ? texts.useAuthenticator : texts.useRecoveryCode}
            </Button>
          )}
        </>
      )}
    </StepCard>
  )
}
