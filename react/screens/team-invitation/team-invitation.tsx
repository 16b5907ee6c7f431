/** The page of team invitations. */
import * as Effect from "effect/Effect"
import type { User } from "../../../core/schema/user.ts"
import { Client } from "../../../tiers/client.ts"
import { useUser } from "../../hooks/use-user.ts"
import { useIsChangingSession } from "../../runtime/use-is-changing-session.ts"
import { useOnce } from "../../runtime/use-once.ts"
import { FailureCard } from "../cards/failure-card.tsx"
import {
  type LinkCodeProps,
  type LinkContentProps,
  LinkPageFrame,
  type LinkPageProps,
  linkPageSkeleton
} from "../frame/link-page-frame.tsx"
import { linkProblem } from "../frame/link-problem.ts"
import { AcceptInvitation } from "./accept-invitation.tsx"
import { InvitationLinkCard } from "./invitation-link-card.tsx"
import { SignedOutInvitation } from "./signed-out-invitation.tsx"
import { useInvitationCode } from "./stored-invitation.ts"

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
  if (code === null) return <InvitationLinkCard problem="invalid" level={level} />
  if (user === null) return isChanging ? linkPageSkeleton : <SignedOutInvitation code={code} level={level} />
  return <Invitation key={user.id} code={code} level={level} user={user} />
}

const Invitation = ({ code, level, user }: LinkCodeProps & { readonly user: User }) => {
  const details = useOnce(() => Effect.flatMap(Client, (client) => client.getTeamInvitationDetails(code)))
  if (details.pending) return linkPageSkeleton
  if (details.error !== null) {
    const problem = linkProblem(details.error)
    if (problem === null) return <FailureCard error={details.error} level={level} retry={details.again} />
    return <InvitationLinkCard problem={problem} level={level} />
  }
  return <AcceptInvitation code={code} details={details.value} level={level} user={user} />
}
