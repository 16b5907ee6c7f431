/** The card of a link that approves nothing. */
import { linkIcon } from "../../components/icons.tsx"
import { commandLineTexts } from "../../messages/english/command-line.ts"
import { mailed } from "../../messages/english/mailed.ts"
import { useMessages } from "../../messages/messages.ts"
import { MessageCard } from "../cards/message-card.tsx"

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

export const LoginCodeCard = ({ level, problem }: LoginCodeCardProps) => {
  const { linkExpired, linkInvalid, linkUsed } = useMessages(mailed)
  const { cliAgainText, cliInvalidText } = useMessages(commandLineTexts)
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
