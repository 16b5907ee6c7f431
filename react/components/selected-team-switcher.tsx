/** A menu button that selects one of the user's teams. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type RefObject, useEffect, useId, useRef } from "react"
import type { Team } from "../../core/schema/team.ts"
import type { UpdateUserError } from "../../tiers/calls/user.ts"
import { Client } from "../../tiers/client.ts"
import { useAction } from "../hooks/use-action.ts"
import { useNavigate } from "../hooks/use-navigate.ts"
import { useUserState } from "../hooks/use-user-state.ts"
import { lazyComponent } from "../runtime/lazy-component.ts"
import { menus } from "../messages/english/menus.ts"
import { useMessagesOrBlank } from "../messages/messages.ts"
import { className } from "../theme/class-name.ts"
import { Scope } from "../theme/scope.tsx"
import { Picture } from "./picture.tsx"
import { FieldError } from "./field-error.tsx"
import { Icon, upDownIcon } from "./icons.tsx"
import { MenuButton } from "./menu-button.tsx"

/** Props of `<SelectedTeamSwitcher>`. */
export interface SelectedTeamSwitcherProps {
  /** Returns the URL to navigate to for a team. Default no navigation. */
  readonly urlMap?: ((team: Team) => string) | undefined
  /** The team of the page, which also becomes the user's selected team. Default the user's selected team. */
  readonly selectedTeam?: Team | undefined
  /** Does not change the user's selected team. Default `false`. */
  readonly noUpdateSelectedTeam?: boolean | undefined
  /** Added to the classes of the button. */
  readonly className?: string | undefined
}

const teamMenu = lazyComponent("TeamMenu", () => import("./team-menu.tsx").then(({ TeamMenu }) => TeamMenu))

/** Selects the latest team, also one that was chosen during the request for another one. */
const selectLatest = (latest: RefObject<string | null>): Effect.Effect<unknown, UpdateUserError, Client> =>
  Effect.suspend(() => {
    const teamId = latest.current
    return Effect.flatMap(Client, (client) => Effect.exit(client.updateUser({ selectedTeamId: teamId }))).pipe(
      Effect.flatMap((exit) => (latest.current === teamId ? exit : selectLatest(latest)))
    )
  })

/**
 * Shows the selected team, and a menu of the user's teams, which are read when it opens. Renders nothing for
 * signed-out users. Does not suspend or throw.
 *
 * @example <SelectedTeamSwitcher urlMap={(team) => `/teams/${team.id}`} selectedTeam={team} />
 */
export const SelectedTeamSwitcher = ({
  className: given,
  noUpdateSelectedTeam = false,
  selectedTeam,
  urlMap
}: SelectedTeamSwitcherProps) => {
  const texts = useMessagesOrBlank(menus)
  const { data: user, pending } = useUserState()
  const navigate = useNavigate()
  const errorId = useId()
  const latest = useRef<string | null>(null)
  const { error, pending: selecting, run } = useAction(() => selectLatest(latest))
  const team = selectedTeam ?? user?.selectedTeam ?? null

  const wanted = selectedTeam?.id
  const known = user?.selectedTeamId
  const select = async (teamId: string) => {
    latest.current = teamId
    return selecting || teamId !== known ? run() : Exit.void
  }
  useEffect(() => {
    if (wanted !== undefined && known !== undefined && !noUpdateSelectedTeam) void select(wanted)
    // eslint-disable-next-line react/exhaustive-deps -- what the user has chosen since is not taken back
  }, [wanted, known === undefined, noUpdateSelectedTeam])

  if (pending)
    return (
      <Scope className={given}>
        <span className="ks-skeleton" data-shape="control" />
      </Scope>
    )
  if (user == null) return null

  const choose = async (team: Team) => {
    if (!noUpdateSelectedTeam) {
      const exit = await select(team.id)
      if (Exit.isFailure(exit) || latest.current !== team.id) return
    }
    if (urlMap !== undefined) navigate(urlMap(team))
  }

  return (
    <Scope className={className("ks-team-switcher", given)}>
      <MenuButton
        className="ks-trigger"
        data-kind="select"
        preload={teamMenu.preload}
        menu={(anchor) => (
          <teamMenu.Component anchor={anchor} selected={team} onSelect={(chosen) => void choose(chosen)} />
        )}
      >
        {team !== null && <span className="ks-visually-hidden">{texts.team}</span>}
        {team !== null && <Picture kind="team" data-size="sm" name={team.displayName} url={team.profileImageUrl} />}
        <span className="ks-truncate" dir="auto" title={team?.displayName}>
          {team?.displayName ?? texts.noTeam}
        </span>
        <Icon path={upDownIcon} />
      </MenuButton>
      <FieldError id={errorId}>{error === null ? undefined : texts.teamNotSelected}</FieldError>
    </Scope>
  )
}
