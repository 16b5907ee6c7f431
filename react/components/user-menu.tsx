/** The menu of the user button. */
import type { ReactNode } from "react"
import type { RequestError } from "../../core/errors/request-error.ts"
import type { User } from "../../core/schema/user.ts"
import { usePageLink } from "../navigation/page-navigation.ts"
import type { ReadState } from "../runtime/use-query-state.ts"
import { useSignOut } from "../hooks/use-sign-out.ts"
import { menus } from "../messages/english/menus.ts"
import { useMessages } from "../messages/messages.ts"
import { Picture } from "./picture.tsx"
import { moonIcon, settingsIcon, signInIcon, signOutIcon, userIcon } from "./icons.tsx"
import { Menu } from "./menu.tsx"
import { MenuItem, MenuLink, MenuSeparator } from "./menu-items.tsx"
import type { MenuAnchor } from "./menu-button.tsx"

/** An item of the application. */
export interface UserButtonItem {
  /** The text of the item. */
  readonly text: string
  /** An icon: an element of 20 by 20 CSS pixels. */
  readonly icon?: ReactNode
  /** Called when the item is chosen. An error, thrown or of a promise, shows at the button. */
  readonly onClick: () => void
}

/** Entries that an application adds to the menu. */
export interface UserMenuEntries {
  /** Adds an item that toggles between light and dark, which calls this function. */
  readonly colorModeToggle?: (() => void) | undefined
  /** Items of the application, above signing out. */
  readonly extraItems?: ReadonlyArray<UserButtonItem> | undefined
}

export interface UserMenuProps extends UserMenuEntries {
  /** Runs a handler of the application. */
  readonly run: (handler: () => unknown) => void
  readonly anchor: MenuAnchor
  /** Shows the user's name and email above the items. */
  readonly showHead: boolean
  readonly state: ReadState<User | null, RequestError>
}

export const UserMenu = ({ colorModeToggle, extraItems = [], anchor, run, showHead, state }: UserMenuProps) => {
  const texts = useMessages(menus)
  const messages = useMessages()
  const signOut = useSignOut()
  const settings = usePageLink("accountSettings")
  const signIn = usePageLink("signIn")
  const signUp = usePageLink("signUp")
  const { data: user, error, pending } = state
  const toggle = colorModeToggle !== undefined && (
    <MenuItem icon={moonIcon} onSelect={() => run(colorModeToggle)}>
      {texts.toggleTheme}
    </MenuItem>
  )

  if (pending) {
    return (
      <Menu anchor={anchor} label={texts.account}>
        <MenuItem disabled onSelect={() => {}}>
          {messages.loading}
        </MenuItem>
        {toggle}
      </Menu>
    )
  }
  if (user == null) {
    return (
      <Menu anchor={anchor} label={texts.account}>
        {error !== null && <MenuItem onSelect={() => void state.refresh()}>{messages.tryAgain}</MenuItem>}
        <MenuLink {...signIn} icon={signInIcon}>
          {messages.toSignIn}
        </MenuLink>
        <MenuLink {...signUp} icon={userIcon}>
          {messages.toSignUp}
        </MenuLink>
        {toggle}
      </Menu>
    )
  }
  const name = user.displayName || user.primaryEmail
  return (
    <Menu anchor={anchor} label={texts.account} head={showHead && <MenuHead user={user} name={name} />}>
      <MenuLink {...settings} icon={settingsIcon}>
        {texts.accountSettings}
      </MenuLink>
      {toggle}
      {extraItems.map(({ icon, onClick, text }) => (
        <MenuItem
          key={text}
          icon={
            <span className="ks-menu-icon" aria-hidden="true">
              {icon}
            </span>
          }
          onSelect={() => run(onClick)}
        >
          {text}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={signOutIcon} onSelect={() => void signOut.run()}>
        {messages.signOut}
      </MenuItem>
    </Menu>
  )
}

const MenuHead = ({ name, user }: { readonly user: User; readonly name: string | null }) => (
  <div className="ks-menu-head ks-person">
    <Picture kind="user" name={name} url={user.profileImageUrl} />
    <span className="ks-person-text">
      {user.displayName && (
        <span className="ks-person-name ks-truncate" dir="auto" title={user.displayName}>
          {user.displayName}
        </span>
      )}
      {user.primaryEmail && (
        <span className="ks-person-mail ks-truncate" dir="ltr" title={user.primaryEmail}>
          {user.primaryEmail}
        </span>
      )}
    </span>
  </div>
)
