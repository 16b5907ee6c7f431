/** Filters the list of users by a team: a combobox that finds teams, or the chosen team with a button to remove it. */
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from "react"
import { useAllTeamsState, useTeamByIdState } from "../../react/dashboard/use-all-teams.ts"
import type { ServerTeam } from "../../core/schema/server-team.ts"
import { counted } from "../components/counted.ts"
import { ScreenReaderStatus } from "../components/screen-reader-status.tsx"
import { textOf } from "../components/problem-text.ts"
import { useKeptPage } from "../components/use-kept-page.ts"
import { useListbox } from "../components/use-listbox.ts"
import { teamNameOf } from "../teams/team-name.ts"

interface Props {
  /** The id of the chosen team, or empty. */
  readonly teamId: string
  readonly onChange: (teamId: string) => void
}

export const TeamFilter = ({ onChange, teamId }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  // The control that had the focus is removed by the change, so its successor gets the focus.
  const isChanged = useRef(false)
  useEffect(() => {
    if (isChanged.current) box.current?.querySelector<HTMLElement>("button, input")?.focus()
    isChanged.current = false
  }, [teamId])
  const change = (id: string) => {
    isChanged.current = true
    onChange(id)
  }
  return (
    <div className="ks-choice" ref={box}>
      {teamId === "" ? (
        <TeamChoice onChoose={({ id }) => change(id)} />
      ) : (
        <ChosenTeam key={teamId} teamId={teamId} onRemove={() => change("")} />
      )}
    </div>
  )
}

const ChosenTeam = ({ onRemove, teamId }: { readonly teamId: string; readonly onRemove: () => void }) => {
  const { data, error } = useTeamByIdState(teamId)
  const name = data === undefined ? (error === null ? "one team" : "an unknown team") : teamNameOf(data)
  return (
    <button
      type="button"
      className="ks-button ks-chosen"
      data-variant="outline"
      data-size="sm"
      aria-label={`In ${name}: show users of all teams`}
      title={name}
      onClick={onRemove}
    >
      <span className="ks-truncate">In {name}</span>
      <span aria-hidden="true">×</span>
    </button>
  )
}

/** The most teams that are listed. */
const FOUND = 8

const TeamChoice = ({ onChoose }: { readonly onChoose: (team: ServerTeam) => void }) => {
  const [text, setText] = useState("")
  const [isOpen, setOpen] = useState(false)
  const query = useDeferredValue(text.trim())
  const found = useKeptPage(useAllTeamsState({ limit: FOUND, ...(query !== "" && { query }) }))
  const teams = found.data?.items ?? []
  const listbox = useListbox(isOpen ? teams : [], onChoose)
  const isCurrent = !found.pending && query === text.trim()

  const status = () => {
    if (found.error !== null) return textOf(found.error)
    if (!isCurrent) return "Searching …"
    if (teams.length > 0) return counted(teams.length, "team")
    return query === "" ? "There is no team yet." : `No team matches “${query}”.`
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      setText("")
      setOpen(false)
    } else if (event.key === "ArrowDown" && !isOpen) {
      setOpen(true)
      event.preventDefault()
    } else if (isOpen && (event.key !== "Enter" || isCurrent)) listbox.onKeyDown(event)
  }

  return (
    <>
      <div className="ks-input-box">
        <input
          className="ks-input"
          data-size="sm"
          {...listbox.field}
          aria-label="Team"
          placeholder="Any team"
          value={text}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
          onChange={({ target }) => {
            setText(target.value)
            setOpen(true)
            listbox.selectFirst()
          }}
        />
      </div>
      <ScreenReaderStatus>{isOpen ? status() : ""}</ScreenReaderStatus>
      {isOpen && (
        // The field keeps the focus.
        <div className="ks-choice-list" role="presentation" onMouseDown={(event) => event.preventDefault()}>
          <div {...listbox.list} className="ks-options" aria-label="Teams">
            {teams.map((team, index) => (
              <div key={team.id} {...listbox.optionProps(team, index)}>
                <span className="ks-truncate">{teamNameOf(team)}</span>
                <span className="ks-hint ks-mono ks-truncate">{team.id}</span>
              </div>
            ))}
          </div>
          {teams.length === 0 && <p className="ks-text">{status()}</p>}
        </div>
      )}
    </>
  )
}
