/** The board of a team: its notices, the unread ones, and a form to pin one. */
import { useEffect, useRef, useState } from "react"
import type { Team } from "keystile"
import { Button, Can, UserAvatar, useTeamUsersState, useUser } from "keystile/react"
import { type Notice, noticesOf, useChangeBoard } from "../board/notices.ts"
import { newTo, useMarkSeen } from "../board/seen.ts"
import { Empty } from "../components/empty.tsx"
import { Icon, pinIcon, trashIcon } from "../components/icons.tsx"
import { Paper } from "../components/paper.tsx"
import { Problem } from "../components/problem.tsx"
import { TeamPage } from "../components/team-page.tsx"
import { PinForm } from "./pin-form.tsx"

/** The permission to change the team, and so its metadata with the board. */
const MAY_PIN = "$update_team"

export const Board = ({ teamId }: { readonly teamId: string }) => (
  <TeamPage teamId={teamId} page="Board">
    {(team) => <Notices team={team} />}
  </TeamPage>
)

const Notices = ({ team }: { readonly team: Team }) => {
  const user = useUser({ or: "redirect" })
  const [pinning, setPinning] = useState(false)
  const markSeen = useMarkSeen(team.id)
  const notices = noticesOf(team)
  const fresh = newTo(user, team.id, notices)
  const pinButton = (
    <Button ref={useFocusAfter(pinning)} onClick={() => setPinning(true)}>
      Pin a notice
    </Button>
  )

  return (
    <>
      {pinning && <PinForm team={team} onDone={() => setPinning(false)} />}
      {!pinning && notices.length > 0 && (
        <div className="board-bar">
          <p className="ks-text" role="status">
            {fresh.length === 0 ? "You have read everything." : `${fresh.length} new`}
          </p>
          {fresh[0] !== undefined && (
            <Button variant="quiet" busy={markSeen.pending} onClick={() => void markSeen.run(fresh[0]?.at ?? 0)}>
              Mark all as read
            </Button>
          )}
          <Can permission={MAY_PIN} team={team}>
            {pinButton}
          </Can>
        </div>
      )}
      <Problem error={markSeen.error} />
      {!pinning && notices.length === 0 && (
        <Can
          permission={MAY_PIN}
          team={team}
          fallback={
            <Empty icon={pinIcon} title="Nothing is pinned yet" text="You will see it here when somebody does." />
          }
        >
          <Empty icon={pinIcon} title="Nothing is pinned yet" text="Begin with what everybody asks you about.">
            {pinButton}
          </Empty>
        </Can>
      )}
      <ul className="board">
        {notices.map((notice) => (
          <li key={notice.id}>
            <Pinned notice={notice} team={team} isNew={fresh.includes(notice)} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Moves the focus back to the button after the form is closed. */
const useFocusAfter = (pinning: boolean) => {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(pinning)
  useEffect(() => {
    if (before.current && !pinning) button.current?.focus()
    before.current = pinning
  }, [pinning])
  return button
}

const Pinned = ({ isNew, notice, team }: { readonly notice: Notice; readonly team: Team; readonly isNew: boolean }) => {
  const change = useChangeBoard(team.id)
  const takeDown = () => void change.run((notices) => notices.filter(({ id }) => id !== notice.id))
  return (
    <Paper
      title={notice.title}
      text={notice.text}
      isNew={isNew}
      foot={
        <>
          <Author notice={notice} team={team} />
          <Can permission={MAY_PIN} team={team}>
            <button
              type="button"
              className="ks-icon-button"
              title="Take down"
              aria-label={`Take down “${notice.title}”`}
              aria-busy={change.pending || undefined}
              onClick={takeDown}
            >
              <Icon path={trashIcon} />
            </button>
          </Can>
          <Problem error={change.error} />
        </>
      }
    />
  )
}

/** Shows the author's current name in the team. */
const Author = ({ notice: { at, authorId }, team }: { readonly notice: Notice; readonly team: Team }) => {
  const { data: people } = useTeamUsersState(team)
  const author = people?.find(({ id }) => id === authorId)?.teamProfile
  const name =
    people === undefined ? "" : author === undefined ? "Somebody who left" : (author.displayName ?? "A member")
  return (
    <span className="author">
      <UserAvatar user={author} size={24} aria-hidden />
      <span className="ks-truncate">{name}</span>
      <time className="ks-text" dateTime={new Date(at).toISOString()}>
        {day.format(at)}
      </time>
    </span>
  )
}

const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" })
