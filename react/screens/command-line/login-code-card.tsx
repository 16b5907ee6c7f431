/** The card of a link that approves nothing. */
import { useEffect } from "react"
import { linkIcon } from "../../components/icons.tsx"
import { commandLineTexts } from "../../messages/english/command-line.ts"
import { mailed } from "../../messages/english/mailed.ts"
import { useMessages } from "../../messages/messages.ts"
import { MessageCard } from "../cards/message-card.tsx"
import { removeLoginCode } from "./stored-login-code.ts"

export type LoginCodeProblem = "invalid" | "expired" | "used"

const problems: Readonly<Record<string, LoginCodeProblem>> = {
  CliAuthError: "invalid",
  CliAuthExpiredError: "expired",
  CliAuthUsedError: "used"
}

/** Returns the problem; `null` if there is no error, or one that is not about the code. */
export const loginCodeProblem = (error: { readonly _tag: string } | null): LoginCodeProblem | null =>
  error === null ? null : (problems[error._tag] ?? null)

interface LoginCodeCardProps {
  readonly level: 1 | 2
  readonly problem: LoginCodeProblem
}

/** Also removes the stored code, which is of no further use. */
export const LoginCodeCard = ({ level, problem }: LoginCodeCardProps) => {
  const { linkExpired, linkInvalid, linkUsed } = useMessages(mailed)
  const { cliAgainText, cliInvalidText } = useMessages(commandLineTexts)
  useEffect(removeLoginCode, [])
  return (
    <MessageCard
      level={level}
      icon={linkIcon}
      tone="danger"
      title={{ invalid: linkInvalid, expired: linkExpired, used: linkUsed }[problem]}
      text={problem === "invalid" ? cliInvalidText : cliAgainText}
    />
  )
}
