/** A team invitation without a session: the user signs in or up first and comes back. */
import * as Effect from "effect/Effect"
import { Client } from "../../../tiers/client.ts"
import { Button, LinkButton } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { teamIcon } from "../../components/icons.tsx"
import { writeEmailDraft } from "../../storage/email-draft.ts"
import { useClient } from "../../hooks/use-client.ts"
import { mailed } from "../../messages/english/mailed.ts"
import { pages } from "../../messages/english/pages.ts"
import { useMessages } from "../../messages/messages.ts"
import { format } from "../../messages/template.ts"
import { useGoTo } from "../../navigation/page-navigation.ts"
import { useOnce } from "../../runtime/use-once.ts"
import { type LinkCodeProps, linkPageSkeleton } from "../frame/link-page-frame.tsx"
import { linkProblem } from "../frame/link-problem.ts"
import { InvitationLinkCard } from "./invitation-link-card.tsx"
import { JoinText } from "./join-text.tsx"
import { saveInvitation } from "./stored-invitation.ts"

export const SignedOutInvitation = ({ code, level }: LinkCodeProps) => {
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
  if (problem !== null) return <InvitationLinkCard problem={problem} level={level} />
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
