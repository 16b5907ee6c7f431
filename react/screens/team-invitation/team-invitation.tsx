/** The page of team invitations. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { useState } from "react"
import { RequestError } from "../../../core/errors/request-error.ts"
import type { User } from "../../../core/schema/user.ts"
import type { TeamInvitationDetails } from "../../../tiers/calls/invitation-codes.ts"
import { Client } from "../../../tiers/client.ts"
import { Button, LinkButton } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { checkIcon, teamIcon } from "../../components/icons.tsx"
import { StepFocus } from "../../components/step-focus.tsx"
import { useAction } from "../../hooks/use-action.ts"
import { useClient } from "../../hooks/use-client.ts"
import { useOnce } from "../../runtime/use-once.ts"
import { useGoTo } from "../../navigation/page-navigation.ts"
import { useUser } from "../../hooks/use-user.ts"
import { useKeystile } from "../../runtime/keystile-context.ts"
import { useIsChangingSession } from "../../runtime/use-is-changing-session.ts"
import { mailed } from "../../messages/english/mailed.ts"
import { pages } from "../../messages/english/pages.ts"
import { useErrorText, useMessages } from "../../messages/messages.ts"
import { format, formatNodes, inLine } from "../../messages/template.ts"
import { changeSession } from "../../engine/change-session.ts"
import { FailureCard } from "../cards/failure-card.tsx"
import { removeInvitation, saveInvitation, useInvitationCode } from "./stored-invitation.ts"
import { linkProblem } from "../frame/link-problem.ts"
import { MessageCard } from "../cards/message-card.tsx"
import { LinkCard } from "../cards/page-cards.tsx"
import {
  type LinkContentProps,
  LinkPageFrame,
  type LinkPageProps,
  linkPageSkeleton
} from "../frame/link-page-frame.tsx"
import { writeEmailDraft } from "../../forms/email-draft.ts"
import { Notice } from "../../components/notice.tsx"
import { RequestNotice } from "../../components/request-notice.tsx"

/** Props of `<TeamInvitation>`. */
export type TeamInvitationProps = LinkPageProps

/**
 * The page that team invitations link to, by default at `/handler/team-invitation`. Signed-out users sign in or up
 * first and come back. Any user may accept, so it shows the account that accepts.
 *
 * @example <TeamInvitation fullPage />
 */
export const TeamInvitation = ({ searchParams, ...props }: TeamInvitationProps) => {
  const code = useInvitationCode(searchParams)
  return (
    <LinkPageFrame {...props} code={code}>
      {(content) => <Content {...content} />}
    </LinkPageFrame>
  )
}

const Content = ({ code, level }: LinkContentProps) => {
  const user = useUser()
  const isChanging = useIsChangingSession()
  if (code === null) return <LinkCard of="teamInvitation" problem="invalid" level={level} />
  if (user === null) return isChanging ? linkPageSkeleton : <SignedOutInvitation code={code} level={level} />
  return <Invitation key={user.id} code={code} level={level} user={user} />
}

interface InvitationProps extends LinkContentProps {
  readonly code: Redacted.Redacted<string>
}

const SignedOutInvitation = ({ code, level }: InvitationProps) => {
  const { invitationTitle } = useMessages(pages)
  const texts = useMessages(mailed)
  const { cancel, toSignIn, toSignUp } = useMessages()
  const { projectId } = useClient()
  const goTo = useGoTo()
  const { error, pending, value } = useOnce(() =>
    Effect.flatMap(Client, (client) => client.verifyTeamInvitationCode(code))
  )
  if (pending) return linkPageSkeleton
  const problem = linkProblem(error)
  if (problem !== null) return <LinkCard of="teamInvitation" problem={problem} level={level} />
  // After another failure of the check the user can still sign in.
  const { inviterDisplayName = null, recipientEmail, teamDisplayName: team } = value ?? {}
  const leaveFor = (page: "signIn" | "signUp") => () => {
    saveInvitation(code)
    if (recipientEmail !== undefined) writeEmailDraft(projectId, recipientEmail)
    goTo(page)
  }
  return (
    <Card
      level={level}
      icon={teamIcon}
      title={team === undefined ? invitationTitle : format(texts.join, { team })}
      text={team === undefined ? texts.invitationSignIn : <JoinText team={team} inviter={inviterDisplayName} />}
      footer={<LinkButton onClick={() => goTo("home")}>{cancel}</LinkButton>}
    >
      <div className="ks-stack">
        <Button width="full" onClick={leaveFor("signIn")}>
          {toSignIn}
        </Button>
        <Button width="full" variant="outline" onClick={leaveFor("signUp")}>
          {toSignUp}
        </Button>
      </div>
    </Card>
  )
}

const Invitation = ({ code, level, user }: InvitationProps & { readonly user: User }) => {
  const details = useOnce(() => Effect.flatMap(Client, (client) => client.getTeamInvitationDetails(code)))
  if (details.pending) return linkPageSkeleton
  if (details.error !== null) {
    const problem = linkProblem(details.error)
    if (problem === null) return <FailureCard error={details.error} level={level} retry={details.again} />
    return <LinkCard of="teamInvitation" problem={problem} level={level} />
  }
  return <Answer code={code} details={details.value} level={level} user={user} />
}

interface AnswerProps extends InvitationProps {
  readonly details: TeamInvitationDetails
  readonly user: User
}

interface JoinTextProps {
  readonly team: string
  readonly inviter: string | null
}

const JoinText = ({ inviter, team }: JoinTextProps) => {
  const { joinText, joinTextBy } = useMessages(mailed)
  const bold = (name: string) => <strong key={name}>{inLine(name)}</strong>
  return inviter === null
    ? formatNodes(joinText, { team: bold(team) })
    : formatNodes(joinTextBy, { inviter: <bdi key="inviter">{inLine(inviter)}</bdi>, team: bold(team) })
}

const Answer = ({ code, details, level, user }: AnswerProps) => {
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
      Effect.flatMap(Client, (client) => client.acceptTeamInvitation(code)),
      () =>
        Effect.sync(() => {
          removeInvitation()
          setJoined(true)
        })
    )
  )
  const leave = useAction(() =>
    Effect.flatMap(navigation.urlOf("signIn"), (url) => {
      saveInvitation(code)
      // Not `Effect.ignore`, which includes logging: 2 kB more.
      const signOut = Effect.flatMap(Client, ({ signOut }) => signOut.pipe(Effect.catch(() => Effect.void)))
      return changeSession(keystile, signOut, { url }, { detached: true })
    })
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
    if (problem !== null) return <LinkCard of="teamInvitation" problem={problem} level={level} />
    return (
      <Card
        level={level}
        icon={teamIcon}
        title={format(texts.join, { team })}
        text={<JoinText team={team} inviter={inviterDisplayName} />}
        footer={
          <>
            <span className="ks-text">
              {format(texts.signedInAs, { email: user.primaryEmail ?? user.displayName ?? user.id })}
            </span>
            <LinkButton aria-busy={leave.pending || undefined} onClick={() => void leave.run()}>
              {texts.useAnother}
            </LinkButton>
          </>
        }
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
