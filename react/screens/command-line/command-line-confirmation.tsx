/** The page that approves a sign-in on a command line. */
import * as Effect from "effect/Effect"
import { Client } from "../../../tiers/client.ts"
import { useUser } from "../../hooks/use-user.ts"
import { useIsChangingSession } from "../../runtime/use-is-changing-session.ts"
import { useOnce } from "../../runtime/use-once.ts"
import { FailureCard } from "../cards/failure-card.tsx"
import { LinkPageFrame, type LinkPageProps, linkPageSkeleton } from "../frame/link-page-frame.tsx"
import { ApprovalCard } from "./approval-card.tsx"
import { LoginCodeCard, loginCodeProblem } from "./login-code-card.tsx"
import type { ApprovalQuestionProps } from "./question-props.ts"
import { SignInCard } from "./sign-in-card.tsx"
import { useLoginCode } from "./stored-login-code.ts"

/** Props of `<CommandLineConfirmation>`. */
export type CommandLineConfirmationProps = LinkPageProps

/**
 * The page that a program on a command line links to, by default at `/handler/cli-auth-confirm`. Signed-out users sign
 * in or up first and come back. It needs a click before the program is signed in.
 *
 * @example <CommandLineConfirmation fullPage />
 */
export const CommandLineConfirmation = ({ searchParams, ...props }: CommandLineConfirmationProps) => {
  const code = useLoginCode(searchParams)
  return (
    <LinkPageFrame {...props} code={code}>
      {({ code, level }) =>
        code === null ? <LoginCodeCard problem="invalid" level={level} /> : <Content code={code} level={level} />
      }
    </LinkPageFrame>
  )
}

const Content = ({ code, level }: Omit<ApprovalQuestionProps, "details">) => {
  const user = useUser()
  const isChanging = useIsChangingSession()
  const details = useOnce(() => Effect.flatMap(Client, (client) => client.getCommandLineSignIn(code)))
  if (details.pending || (user === null && isChanging)) return linkPageSkeleton
  if (details.error !== null) {
    const problem = loginCodeProblem(details.error)
    if (problem === null) return <FailureCard error={details.error} level={level} retry={details.again} />
    return <LoginCodeCard problem={problem} level={level} />
  }
  const question = { code, level, details: details.value }
  return user === null ? <SignInCard {...question} /> : <ApprovalCard key={user.id} {...question} user={user} />
}
