/** One account of the user at a provider, with the menu of its actions. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import type { OAuthAccount } from "../../core/schema/oauth-account.ts"
import { providerName } from "../../look/providers.ts"
import type { OAuthAccountChanges } from "../../tiers/calls/oauth-providers.ts"
import { Client } from "../../tiers/client.ts"
import { Badge } from "../components/badge.tsx"
import { Icon, lockIcon, moreIcon, trashIcon } from "../components/icons.tsx"
import { Menu } from "../components/menu.tsx"
import { MenuItem, MenuSeparator } from "../components/menu-items.tsx"
import { MenuButton, type MenuAnchor } from "../components/menu-button.tsx"
import { ColoredProviderLogo } from "../components/provider-logo.tsx"
import { account as accountTexts } from "../messages/english/account.ts"
import { connectedAccountTexts } from "../messages/english/connected-accounts.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { CallErrorNotice } from "./call-error-notice.tsx"
import { Question } from "./confirm-button.tsx"
import { usePasswordConfirmationEmail } from "./password-confirmation.ts"
import { useAnnouncedAction } from "./use-announced-action.ts"

export interface ConnectedAccountRowProps {
  readonly account: OAuthAccount
  readonly accounts: ReadonlyArray<OAuthAccount>
  /** Why the user has to keep the account for sign-in; `null` if there is another method. */
  readonly hint: string | null
}

/** Names the provider, and the account there if its email is known: `GitHub (noor@fernhill.example)`. */
const nameOf = ({ email, type }: OAuthAccount): string =>
  email == null ? providerName(type) : `${providerName(type)} (${email})`

export const ConnectedAccountRow = ({ account, accounts, hint }: ConnectedAccountRowProps) => {
  const texts = useMessages(connectedAccountTexts)
  const { emailForSignIn, stopSignIn, useForSignIn } = useMessages(accountTexts)
  const passwordEmail = usePasswordConfirmationEmail()
  const [isAsking, setAsking] = useState(false)
  const { allowSignIn, email, id, providerId, type } = account
  const name = nameOf(account)
  const change = useAnnouncedAction(
    (changes: OAuthAccountChanges) =>
      Effect.flatMap(Client, ({ oauthProviders }) => oauthProviders.update(id, changes)),
    (_updated, changes) =>
      format(changes.allowSignIn === true ? texts.connectedSignInOn : texts.connectedSignInOff, { name })
  )
  const isTaken = accounts.some((other) => other.providerId === providerId && other.allowSignIn)
  const close = () => setAsking(false)

  const menu = (anchor: MenuAnchor) => (
    <Menu anchor={anchor} label={format(texts.connectedActions, { name })} align="end">
      {allowSignIn ? (
        <MenuItem
          icon={lockIcon}
          disabled={change.pending}
          hint={hint ?? undefined}
          onSelect={() => void change.run({ allowSignIn: false })}
        >
          {stopSignIn}
        </MenuItem>
      ) : (
        <MenuItem
          icon={lockIcon}
          disabled={change.pending}
          hint={isTaken ? texts.connectedSignInTaken : undefined}
          onSelect={() => void change.run({ allowSignIn: true })}
        >
          {useForSignIn}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={trashIcon}
        disabled={change.pending}
        tone="danger"
        hint={hint ?? undefined}
        onSelect={() => setAsking(true)}
      >
        {texts.disconnect}
      </MenuItem>
    </Menu>
  )

  return (
    <li>
      <div className="ks-list-row">
        <ColoredProviderLogo provider={type} />
        <div className="ks-list-main">
          <span className="ks-person-text">
            <span className="ks-truncate">{providerName(type)}</span>
            {email != null && (
              <span className="ks-person-mail ks-truncate" dir="ltr" title={email}>
                {email}
              </span>
            )}
          </span>
          {allowSignIn && (
            <span className="ks-badges">
              <Badge>{emailForSignIn}</Badge>
            </span>
          )}
        </div>
        <MenuButton
          className="ks-icon-button"
          aria-label={format(texts.connectedActions, { name })}
          aria-busy={change.pending || undefined}
          menu={menu}
        >
          {change.pending ? <span className="ks-spinner" aria-hidden="true" /> : <Icon path={moreIcon} />}
        </MenuButton>
      </div>
      <CallErrorNotice error={change.error} waiting={change.waiting} />
      {isAsking && (
        <Question
          title={format(texts.disconnectTitle, { name })}
          text={texts.disconnectText}
          confirm={texts.disconnect}
          danger
          passwordEmail={allowSignIn ? passwordEmail : null}
          effect={() => Effect.flatMap(Client, ({ oauthProviders }) => oauthProviders.remove(id))}
          done={format(texts.disconnected, { name })}
          onClose={close}
          onDone={close}
        />
      )}
    </li>
  )
}
