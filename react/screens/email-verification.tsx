/** The page of email verification. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { useState } from "react"
import { RequestError } from "../../core/errors/request-error.ts"
import { Client } from "../../tiers/client.ts"
import { mailIcon } from "../components/icons.tsx"
import { StepFocus } from "../components/step-focus.tsx"
import { useAction } from "../hooks/use-action.ts"
import { useGoTo } from "../navigation/page-navigation.ts"
import { mailed } from "../messages/english/mailed.ts"
import { pages } from "../messages/english/pages.ts"
import { useMessages } from "../messages/messages.ts"
import { linkProblem } from "./frame/link-problem.ts"
import { useLinkCode } from "./frame/link-code.ts"
import { MessageCard } from "./cards/message-card.tsx"
import { EmailVerifiedCard } from "./cards/page-cards.tsx"
import { FailedVerification } from "./failed-verification.tsx"
import { LinkPageFrame, type LinkPageProps } from "./frame/link-page-frame.tsx"
import { RequestNotice } from "../components/request-notice.tsx"

/** Props of `<EmailVerification>`. */
export type EmailVerificationProps = LinkPageProps

/**
 * The page that verification mails link to, by default at `/handler/email-verification`. It needs a click before
 * it verifies, since mail scanners follow links.
 *
 * @example <EmailVerification fullPage />
 */
export const EmailVerification = ({ searchParams, ...props }: EmailVerificationProps) => {
  const code = useLinkCode(searchParams)
  return (
    <LinkPageFrame {...props} code={code}>
      {({ code, level }) =>
        code === null ? (
          <FailedVerification problem="invalid" level={level} />
        ) : (
          <Confirmation code={code} level={level} />
        )
      }
    </LinkPageFrame>
  )
}

interface ConfirmationProps {
  readonly code: Redacted.Redacted<string>
  readonly level: 1 | 2
}

const Confirmation = ({ code, level }: ConfirmationProps) => {
  const { verifyTitle } = useMessages(pages)
  const texts = useMessages(mailed)
  const { cancel } = useMessages()
  const goTo = useGoTo()
  const [verified, setVerified] = useState(false)
  const { error, pending, run, waiting } = useAction(() =>
    Effect.flatMap(Client, (client) => client.verifyEmail(code)).pipe(
      // A second click on the link succeeds, too: the email is verified.
      Effect.catchTag("VerificationCodeAlreadyUsed", () => Effect.void),
      Effect.tap(() => Effect.sync(() => setVerified(true)))
    )
  )
  const problem = linkProblem(error)
  return (
    <StepFocus step={verified ? "verified" : (problem ?? "question")}>
      {verified ? (
        <EmailVerifiedCard level={level} />
      ) : problem !== null ? (
        <FailedVerification problem={problem} level={level} />
      ) : (
        <MessageCard
          level={level}
          icon={mailIcon}
          tone="accent"
          title={verifyTitle}
          text={texts.verifyText}
          primaryButtonText={texts.verifyEmail}
          primaryAction={() => void run()}
          primaryBusy={pending}
          secondaryButtonText={cancel}
          secondaryAction={() => goTo("home")}
        >
          <RequestNotice error={error instanceof RequestError ? error : null} waiting={waiting} />
        </MessageCard>
      )}
    </StepFocus>
  )
}
