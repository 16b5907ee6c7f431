/** Asks a signed-in user whether to join the team, and says when they have joined. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import { RequestError } from "../../../core/errors/request-error.ts"
import type { User } from "../../../core/schema/user.ts"
import type { TeamInvitationDetails } from "../../../tiers/calls/invitation-codes.ts"
import { Client } from "../../../tiers/client.ts"
import { Button } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { checkIcon, teamIcon } from "../../components/icons.tsx"
import { Notice } from "../../components/notice.tsx"
import { RequestNotice } from "../../components/request-notice.tsx"
import { StepFocus } from "../../components/step-focus.tsx"
import { useAction } from "../../hooks/use-action.ts"
import { useClient } from "../../hooks/use-client.ts"
import { mailed } from "../../messages/english/mailed.ts"
import { useErrorText, useMessages } from "../../messages/messages.ts"
import { format } from "../../messages/template.ts"
import { useGoTo } from "../../navigation/page-navigation.ts"
import { useKeystile } from "../../runtime/keystile-context.ts"
import { MessageCard } from "../cards/message-card.tsx"
import { SignedInAs } from "../cards/signed-in-as.tsx"
import type { LinkCodeProps } from "../frame/link-page-frame.tsx"
import { linkProblem } from "../frame/link-problem.ts"
import { InvitationLinkCard } from "./invitation-link-card.tsx"
import { JoinText } from "./join-text.tsx"
import { removeInvitation, saveInvitation } from "./stored-invitation.ts"

interface AcceptInvitationProps extends LinkCodeProps {
  readonly details: TeamInvitationDetails
  readonly user: User
}

export const AcceptInvitation = ({ code, details, level, user }: AcceptInvitationProps) => {
  const { inviterDisplayName = null, teamDisplayName: team, teamId } = details
  const texts = useMessages(mailed)
  const { goHome } = useMessages()
  const errorText = useErrorText()
  const { navigation } = useClient()
  const goTo = useGoTo()
  const keystile = useKeystile()
  const [joined, setJoined] = useState(false)
  const join = useAction(() =>
    Effect.tap(
      Effect.flatMap(Client, (client) =>
        client.acceptTeamInvitation(code).pipe(
          // A second attempt, after the response to the first one was lost.
          Effect.catchTag("VerificationCodeAlreadyUsed", (error) =>
            Effect.flatMap(client.teams.get(teamId), (team) => (team === null ? Effect.fail(error) : Effect.void))
          )
        )
      ),
      () =>
        Effect.sync(() => {
          removeInvitation()
          setJoined(true)
        })
    )
  )
  const problem = linkProblem(join.error)
  const settings = `${navigation.urls.accountSettings}#team-${teamId}`

  const content = () => {
    if (joined) {
      return (
        <MessageCard
          level={level}
          icon={checkIcon}
          tone="success"
          title={format(texts.joined, { team })}
          text={texts.joinedText}
          primaryButtonText={texts.toTeam}
          primaryAction={() => void keystile.run(navigation.goToUrl(settings))}
          secondaryButtonText={goHome}
          secondaryAction={() => goTo("home")}
        />
      )
    }
    if (problem !== null) return <InvitationLinkCard problem={problem} level={level} />
    return (
      <Card
        level={level}
        icon={teamIcon}
        title={format(texts.join, { team })}
        text={<JoinText team={team} inviter={inviterDisplayName} />}
        footer={<SignedInAs user={user} save={() => saveInvitation(code)} />}
      >
        {join.error === null || join.error instanceof RequestError ? (
          <RequestNotice error={join.error} waiting={join.waiting} />
        ) : (
          <Notice>{errorText(join.error)}</Notice>
        )}
        <div className="ks-stack">
          <Button width="full" busy={join.pending} onClick={() => void join.run()}>
            {texts.joinButton}
          </Button>
          <Button
            width="full"
            variant="quiet"
            onClick={() => {
              removeInvitation()
              goTo("home")
            }}
          >
            {texts.ignore}
          </Button>
        </div>
      </Card>
    )
  }
  return <StepFocus step={joined ? "joined" : (problem ?? "question")}>{content()}</StepFocus>
}
