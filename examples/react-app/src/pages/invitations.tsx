/** Invites users to a team, and revokes invitations. */
import * as Exit from "effect/Exit"
import { type FormEvent, useState } from "react"
import type { Team, TeamInvitation } from "keystile"
import { Button, Can, Field, useAction, useClient, useTeamInvitationsState } from "keystile/react"
import { Problem } from "../components/problem.tsx"

export const Invitations = ({ team }: { readonly team: Team }) => (
  <section className="panel" aria-labelledby="invitations">
    <h2 id="invitations">Invite somebody</h2>
    <p className="ks-text">They get an email with a link. Whoever opens it and signs in can join.</p>
    <InviteForm team={team} />
    <Can permission="$read_members" team={team}>
      <OpenInvitations team={team} />
    </Can>
  </section>
)

const InviteForm = ({ team }: { readonly team: Team }) => {
  const { teams } = useClient()
  const [email, setEmail] = useState("")
  const [problem, setProblem] = useState<string>()
  const [invited, setInvited] = useState("")
  const invite = useAction((email: string) => teams.inviteUser(team.id, { email }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const looksRight = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
    setProblem(looksRight ? undefined : "This is no email address.")
    setInvited("")
    if (!looksRight) return
    const exit = await invite.run(email.trim())
    if (Exit.isFailure(exit)) return
    setInvited(email.trim())
    setEmail("")
  }

  return (
    <form onSubmit={submit} noValidate>
      <div className="line">
        <Field
          label="Email address"
          type="email"
          autoComplete="off"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          error={problem}
        />
        <Button type="submit" busy={invite.pending}>
          Invite
        </Button>
      </div>
      <p className="ks-hint" role="status">
        {invited !== "" && `An invitation is on its way to ${invited}.`}
      </p>
      <Problem error={invite.error} />
    </form>
  )
}

const OpenInvitations = ({ team }: { readonly team: Team }) => {
  const { data: invitations, error, refresh } = useTeamInvitationsState(team)
  return (
    <>
      <Problem error={error} retry={refresh} />
      {invitations !== undefined && invitations.length > 0 && (
        <ul className="rows" aria-label="Pending invitations">
          {invitations.map((invitation) => (
            <li key={invitation.id}>
              <OpenInvitation invitation={invitation} team={team} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface OpenInvitationProps {
  readonly invitation: TeamInvitation
  readonly team: Team
}

const OpenInvitation = ({ invitation: { expiresAt, id, recipientEmail }, team }: OpenInvitationProps) => {
  const { teams } = useClient()
  const revoke = useAction(() => teams.revokeInvitation(team.id, id))
  return (
    <>
      <span className="row-text">
        <span className="ks-truncate">{recipientEmail}</span>
        <span className="ks-hint">Open until {day.format(expiresAt)}</span>
      </span>
      <Can permission="$remove_members" team={team}>
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Take back the invitation to ${recipientEmail}`}
          busy={revoke.pending}
          onClick={() => void revoke.run()}
        >
          Take back
        </Button>
      </Can>
      <Problem error={revoke.error} />
    </>
  )
}

const day = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long" })
