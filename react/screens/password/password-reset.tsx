/** The page of password reset. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { type ReactNode, useState } from "react"
import { Client } from "../../../tiers/client.ts"
import { FormSkeleton } from "../../components/form-skeleton.tsx"
import { StepFocus } from "../../components/step-focus.tsx"
import { useOnce } from "../../runtime/use-once.ts"
import { useLinkCode } from "../frame/link-code.ts"
import { linkProblem } from "../frame/link-problem.ts"
import { NewPasswordForm, type NewPasswordFormProps, type ResetOutcome } from "./new-password-form.tsx"
import { LinkCard, PasswordResetCard, PasswordResetFailedCard } from "../cards/page-cards.tsx"
import { LinkPageFrame, type LinkPageProps } from "../frame/link-page-frame.tsx"

/** Props of `<PasswordReset>`. */
export interface PasswordResetProps extends LinkPageProps, Pick<NewPasswordFormProps, "strengthThreshold"> {}

const skeleton = <FormSkeleton icon fields={2} footer={false} />

/**
 * The page that mails for forgotten passwords link to, by default at `/handler/password-reset`. Checks the link
 * before it shows the form.
 *
 * @example <PasswordReset fullPage />
 */
export const PasswordReset = ({ searchParams, strengthThreshold, ...props }: PasswordResetProps) => {
  const code = useLinkCode(searchParams)
  return (
    <LinkPageFrame {...props} code={code} loading={skeleton}>
      {({ code, level }) =>
        code === null ? (
          <LinkCard of="passwordReset" problem="invalid" level={level} />
        ) : (
          <Checked code={code} level={level} strengthThreshold={strengthThreshold} />
        )
      }
    </LinkPageFrame>
  )
}

interface CheckedProps extends Pick<NewPasswordFormProps, "strengthThreshold"> {
  readonly code: Redacted.Redacted<string>
  readonly level: 1 | 2
}

const Checked = ({ code, level, strengthThreshold }: CheckedProps) => {
  const check = useOnce(() => Effect.flatMap(Client, (client) => client.verifyPasswordResetCode(code)))
  const [outcome, setOutcome] = useState<ResetOutcome | null>(null)
  if (check.pending) return skeleton
  const problem = outcome === "done" || outcome === "failed" ? null : (outcome ?? linkProblem(check.error))
  // The frame shows errors of the check, and retries.
  if (check.error !== null && problem === null) throw check.error

  const cards: Readonly<Record<ResetOutcome, ReactNode>> = {
    done: <PasswordResetCard level={level} />,
    failed: <PasswordResetFailedCard level={level} />,
    invalid: <LinkCard of="passwordReset" problem="invalid" level={level} />,
    expired: <LinkCard of="passwordReset" problem="expired" level={level} />,
    used: <LinkCard of="passwordReset" problem="used" level={level} />
  }
  const shown = outcome ?? problem
  return (
    <StepFocus step={shown ?? "form"}>
      {shown === null ? (
        <NewPasswordForm
          code={code}
          email={check.value?.recipientEmail}
          level={level}
          onOutcome={setOutcome}
          strengthThreshold={strengthThreshold}
        />
      ) : (
        cards[shown]
      )}
    </StepFocus>
  )
}
