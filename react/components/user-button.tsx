/** The menu button of the signed-in user. */
import { Suspense } from "react"
import { useEventHandler } from "./use-event-handler.ts"
import { useUserState } from "../hooks/use-user-state.ts"
import { lazyComponent } from "../runtime/lazy-component.ts"
import { menus } from "../messages/english/menus.ts"
import { useMessagesOrBlank } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { className } from "../theme/class-name.ts"
import { Scope } from "../theme/scope.tsx"
import { Picture } from "./picture.tsx"
import { downIcon, Icon } from "./icons.tsx"
import { MenuButton } from "./menu-button.tsx"
import type { UserMenuEntries } from "./user-menu.tsx"

/** Props of `<UserButton>`. */
export interface UserButtonProps extends UserMenuEntries {
  /** Shows name and email address beside the image. Default `false`. */
  readonly showUserInfo?: boolean | undefined
  /** Added to the classes of the button. */
  readonly className?: string | undefined
}

const errorNotice = lazyComponent("EventErrorNotice", () =>
  import("./event-error-notice.tsx").then(({ EventErrorNotice }) => EventErrorNotice)
)

const userMenu = lazyComponent("UserMenu", () => import("./user-menu.tsx").then(({ UserMenu }) => UserMenu))

/**
 * A button with the user's image, and a menu with links to the account settings and for signing out. For signed-out
 * users the menu links to sign-in and sign-up. Does not suspend or throw. The menu is loaded on demand.
 *
 * @example <UserButton showUserInfo extraItems={[{ text: "Billing", icon: <Coin />, onClick: openBilling }]} />
 */
export const UserButton = ({ className: given, showUserInfo = false, ...entries }: UserButtonProps) => {
  const texts = useMessagesOrBlank(menus)
  const { loading } = useMessagesOrBlank()
  const state = useUserState()
  const handler = useEventHandler()
  const user = state.data ?? null
  const name = user?.displayName || user?.primaryEmail || ""
  return (
    <Scope className={className("ks-user", given)}>
      <MenuButton
        className="ks-trigger"
        aria-busy={state.pending || handler.pending || undefined}
        title={showUserInfo ? undefined : name || undefined}
        preload={userMenu.preload}
        menu={(anchor) => (
          // The button itself shows name and email.
          <userMenu.Component {...entries} anchor={anchor} showHead={!showUserInfo} state={state} run={handler.run} />
        )}
      >
        {/* Not `aria-label`: the accessible name has to contain the visible text (WCAG 2.5.3). */}
        <span className="ks-visually-hidden">
          {showUserInfo || name === "" ? texts.account : format(texts.accountOf, { name })}
        </span>
        {state.pending ? (
          <span className="ks-skeleton" data-shape="avatar" title={loading} />
        ) : (
          <Picture kind="user" name={name} url={user?.profileImageUrl} />
        )}
        {showUserInfo && user !== null && (
          <>
            <span className="ks-person-text">
              <span className="ks-person-name ks-truncate" dir="auto">
                {name}
              </span>
              {user.displayName && user.primaryEmail && (
                <span className="ks-person-mail ks-truncate" dir="ltr">
                  {user.primaryEmail}
                </span>
              )}
            </span>
            <Icon path={downIcon} />
          </>
        )}
      </MenuButton>
      {handler.failed !== null && (
        <Suspense>
          <errorNotice.Component failed={handler.failed} />
        </Suspense>
      )}
    </Scope>
  )
}
