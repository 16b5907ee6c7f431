/** The menu of the team switcher. */
import type { Team } from "../../core/schema/team.ts"
import { useClient } from "../hooks/use-client.ts"
import { useNavigate } from "../hooks/use-navigate.ts"
import { useProjectState } from "../hooks/use-project.ts"
import { useTeamsState } from "../hooks/use-teams.ts"
import { menus } from "../messages/english/menus.ts"
import { useMessages } from "../messages/messages.ts"
import { Picture } from "./picture.tsx"
import { checkIcon, Icon, plusIcon, settingsIcon } from "./icons.tsx"
import { Menu } from "./menu.tsx"
import { MenuItem, MenuSeparator } from "./menu-items.tsx"
import type { MenuAnchor } from "./menu-button.tsx"

export interface TeamMenuProps {
  readonly anchor: MenuAnchor
  readonly selected: Team | null
  readonly onSelect: (team: Team) => void
}

export const TeamMenu = ({ onSelect, anchor, selected }: TeamMenuProps) => {
  const texts = useMessages(menus)
  const messages = useMessages()
  const { navigation } = useClient()
  const navigate = useNavigate()
  const { data: teams, error, pending, refresh } = useTeamsState()
  const { data: project } = useProjectState()
  const settings = (page: string) => () => navigate(`${navigation.urls.accountSettings}#${page}`)
  const mayCreate = project?.config.clientTeamCreationEnabled === true
  return (
    <Menu
      anchor={anchor}
      label={texts.yourTeams}
      rail="avatar"
      head={<p className="ks-menu-label">{texts.yourTeams}</p>}
    >
      {pending && (
        <MenuItem disabled onSelect={() => {}}>
          {messages.loading}
        </MenuItem>
      )}
      {error !== null && <MenuItem onSelect={() => void refresh()}>{messages.tryAgain}</MenuItem>}
      {teams?.length === 0 && (
        <MenuItem disabled onSelect={() => {}}>
          {texts.noTeams}
        </MenuItem>
      )}
      {teams?.map((team) => (
        <MenuItem
          key={team.id}
          checked={team.id === selected?.id}
          icon={<Picture kind="team" data-size="sm" name={team.displayName} url={team.profileImageUrl} />}
          end={
            team.id === selected?.id && (
              <span className="ks-menu-check">
                <Icon path={checkIcon} />
              </span>
            )
          }
          onSelect={() => onSelect(team)}
        >
          {team.displayName}
        </MenuItem>
      ))}
      {(selected !== null || mayCreate) && <MenuSeparator />}
      {selected !== null && (
        <MenuItem icon={settingsIcon} onSelect={settings(`team-${selected.id}`)}>
          {texts.teamSettings}
        </MenuItem>
      )}
      {mayCreate && (
        <MenuItem icon={plusIcon} onSelect={settings("team-creation")}>
          {texts.createTeam}
        </MenuItem>
      )}
    </Menu>
  )
}
