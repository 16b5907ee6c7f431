/** One member of a team, with the actions that the user may take. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import type { TeamMember, TeamRole, TeamRoleChange } from "../../core/schema/team-role.ts"
import type { Team } from "../../core/schema/team.ts"
import { Client } from "../../tiers/client.ts"
import { Badge } from "../components/badge.tsx"
import { Button } from "../components/button.tsx"
import { Icon, lockIcon, moreIcon, trashIcon } from "../components/icons.tsx"
import { MenuButton, type MenuAnchor } from "../components/menu-button.tsx"
import { Menu } from "../components/menu.tsx"
import { MenuItem, MenuSeparator } from "../components/menu-items.tsx"
import { Picture } from "../components/picture.tsx"
import { account } from "../messages/english/account.ts"
import { teamTexts } from "../messages/english/teams.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { useAccountUser } from "./account-user.ts"
import { ChangeRole } from "./change-role.tsx"
import { Question } from "./confirm-button.tsx"

export interface MemberView {
  readonly id: string
  readonly displayName: string | null
  readonly profileImageUrl: string | null
  /** `null` if the user may not see it. */
  readonly primaryEmail: string | null
  /** Role and actions; `null` for a service without them. */
  readonly membership: TeamMember | null
}

export interface MemberRowProps {
  readonly team: Team
  readonly member: MemberView
  readonly mayRemove: boolean
}

export const MemberRow = ({ mayRemove, member, team }: MemberRowProps) => {
  const texts = useMessages(teamTexts)
  const { remove } = useMessages(account)
  const me = useAccountUser()
  const [asked, setAsked] = useState<"remove" | TeamRoleChange | null>(null)
  const { displayName, id, membership, primaryEmail, profileImageUrl } = member
  const name = displayName || primaryEmail || texts.nameless
  const roles = membership?.assignableRoles ?? []
  const close = () => setAsked(null)

  const menu = (anchor: MenuAnchor) => (
    <Menu anchor={anchor} label={format(texts.memberActions, { name })} align="end">
      {roles.map((change) => (
        <MenuItem key={change.role} icon={lockIcon} onSelect={() => setAsked(change)}>
          {change.role === "admin" ? texts.makeAdmin : texts.makeMember}
        </MenuItem>
      ))}
      {mayRemove && (
        <>
          <MenuSeparator />
          <MenuItem icon={trashIcon} tone="danger" onSelect={() => setAsked("remove")}>
            {remove}
          </MenuItem>
        </>
      )}
    </Menu>
  )

  return (
    <li>
      <div className="ks-list-row">
        <div className="ks-list-main">
          <span className="ks-person">
            <Picture kind="user" name={displayName} url={profileImageUrl} />
            <span className="ks-person-text">
              <span className="ks-person-title">
                <span className="ks-person-name ks-truncate" dir="auto" title={name}>
                  {displayName || primaryEmail || <span className="ks-text">{texts.nameless}</span>}
                </span>
                <Badges member={member} isMe={id === me.id} />
              </span>
              {displayName && primaryEmail !== null && (
                <span className="ks-person-mail ks-truncate" dir="ltr" title={primaryEmail}>
                  {primaryEmail}
                </span>
              )}
              {membership !== null && <OtherPermissions ids={membership.additionalPermissionIds} />}
            </span>
          </span>
        </div>
        {roles.length > 0 && (
          <MenuButton className="ks-icon-button" aria-label={format(texts.memberActions, { name })} menu={menu}>
            <Icon path={moreIcon} />
          </MenuButton>
        )}
        {roles.length === 0 && mayRemove && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={format(texts.removeMemberOf, { name })}
            onClick={() => setAsked("remove")}
          >
            {remove}
          </Button>
        )}
      </div>
      {asked === "remove" && (
        <Question
          title={format(texts.removeMemberTitle, { name })}
          text={texts.removeMemberText}
          confirm={remove}
          danger
          passwordEmail={null}
          effect={() => Effect.flatMap(Client, ({ teams }) => teams.removeUser(team.id, id))}
          done={format(texts.memberRemoved, { name })}
          onClose={close}
          onDone={close}
        />
      )}
      {membership !== null && asked !== null && asked !== "remove" && (
        <ChangeRole team={team} member={membership} name={name} change={asked} isOwn={id === me.id} onClose={close} />
      )}
    </li>
  )
}

const Badges = ({
  isMe,
  member: { membership, primaryEmail }
}: Pick<MemberRowProps, "member"> & { readonly isMe: boolean }) => {
  const texts = useMessages(teamTexts)
  const { emailUnverified } = useMessages(account)
  const roleText: Readonly<Record<TeamRole, string>> = {
    admin: texts.roleAdmin,
    member: texts.roleMember,
    custom: texts.roleCustom
  }
  const isUnverified = primaryEmail !== null && membership?.primaryEmailVerified === false
  if (membership === null && !isMe) return null
  return (
    <span className="ks-badges">
      {membership !== null && (
        <Badge tone={membership.role === "admin" ? "accent" : undefined}>{roleText[membership.role]}</Badge>
      )}
      {isUnverified && <Badge tone="warning">{emailUnverified}</Badge>}
      {isMe && <Badge>{texts.you}</Badge>}
    </span>
  )
}

const OtherPermissions = ({ ids }: { readonly ids: ReadonlyArray<string> }) => {
  const texts = useMessages(teamTexts)
  if (ids.length === 0) return null
  return (
    <span className="ks-person-mail ks-person-permissions">
      {format(texts.morePermissions, { permissions: ids.join(", ") })}
    </span>
  )
}
