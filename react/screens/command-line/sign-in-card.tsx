/** Sends signed-out users to sign-in and sign-up. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { Client } from "../../../tiers/client.ts"
import { Button, LinkButton } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { terminalIcon } from "../../components/icons.tsx"
import { changeSession } from "../../engine/change-session.ts"
import { useAction } from "../../hooks/use-action.ts"
import { useClient } from "../../hooks/use-client.ts"
import { commandLineTexts } from "../../messages/english/command-line.ts"
import { pages } from "../../messages/english/pages.ts"
import { useMessages } from "../../messages/messages.ts"
import { useGoTo } from "../../navigation/page-navigation.ts"
import { useKeystile } from "../../runtime/keystile-context.ts"
import type { ApprovalQuestionProps } from "./question-props.ts"
import { RequestDetails } from "./request-details.tsx"
import { saveLoginCode } from "./stored-login-code.ts"

/**
 * Continues the session of the anonymous user on the command line, whom a sign-up turns into a real one. Does not
 * replace another anonymous user in this browser. A failure costs the data of that session only.
 */
const continueSession = (code: Redacted.Redacted<string>) =>
  Effect.flatMap(Client, (client) =>
    Effect.flatMap(client.stored, ({ accessToken, refreshToken }) =>
      accessToken === null && refreshToken === null
        ? client.continueCommandLineSession(code).pipe(Effect.catch(() => Effect.void))
        : Effect.void
    )
  )

export const SignInCard = ({ code, details, level }: ApprovalQuestionProps) => {
  const { cliTitle } = useMessages(pages)
  const { cliKept, cliSignIn } = useMessages(commandLineTexts)
  const { cancel, toSignIn, toSignUp } = useMessages()
  const goTo = useGoTo()
  const { navigation } = useClient()
  const keystile = useKeystile()
  const isAnonymous = details.cliSessionState === "anonymous"
  const signUp = useAction(() =>
    Effect.flatMap(navigation.urlOf("signUp"), (url) => {
      saveLoginCode(code)
      const change = isAnonymous ? continueSession(code) : Effect.void
      return changeSession(keystile, change, { url }, { detached: true, keepsEmail: true })
    })
  )
  return (
    <Card
      level={level}
      icon={terminalIcon}
      title={cliTitle}
      text={isAnonymous ? `${cliSignIn} ${cliKept}` : cliSignIn}
      footer={<LinkButton onClick={() => goTo("home")}>{cancel}</LinkButton>}
    >
      <RequestDetails {...details} />
      <div className="ks-stack">
        <Button
          width="full"
          onClick={() => {
            saveLoginCode(code)
            goTo("signIn")
          }}
        >
          {toSignIn}
        </Button>
        <Button width="full" variant="outline" busy={signUp.pending} onClick={() => void signUp.run()}>
          {toSignUp}
        </Button>
      </div>
    </Card>
  )
}
