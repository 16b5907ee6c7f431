/** One email address of the user, with the menu of its actions. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useState } from "react"
import type { ContactChannel } from "../../core/schema/contact-channel.ts"
import { Client } from "../../tiers/client.ts"
import { Badge } from "../components/badge.tsx"
import { checkIcon, Icon, lockIcon, mailIcon, moreIcon, trashIcon } from "../components/icons.tsx"
import { Menu, MenuItem, MenuSeparator } from "../components/menu.tsx"
import { MenuButton, type MenuAnchor } from "../components/menu-button.tsx"
import { useAction } from "../hooks/use-action.ts"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { Question } from "./confirm-button.tsx"
import { usePasswordConfirmationEmail } from "./password-confirmation.ts"
import { CallErrorNotice } from "./call-error-notice.tsx"
import { isLastAuthEmail } from "./sign-in-methods.ts"
import type { ContactChannelChanges } from "../../tiers/calls/contact-channels.ts"

export interface EmailRowProps {
  readonly channel: ContactChannel
  readonly channels: ReadonlyArray<ContactChannel>
  readonly onSaid: (text: string | null) => void
}

export const EmailRow = ({ channel, channels, onSaid }: EmailRowProps) => {
  const texts = useMessages(account)
  const address = usePasswordConfirmationEmail()
  const [removing, setRemoving] = useState(false)
  const { id, isPrimary, isVerified, usedForAuth, value } = channel
  const change = useAction((changes: ContactChannelChanges) =>
    Effect.flatMap(Client, ({ contactChannels }) => contactChannels.update(id, changes))
  )
  const verify = useAction(() =>
    Effect.flatMap(Client, ({ contactChannels }) => contactChannels.sendVerificationEmail(id))
  )
  const isLast = isLastAuthEmail(channels, channel)

  const update = (changes: ContactChannelChanges) => {
    onSaid(null)
    void change.run(changes)
  }
  const send = async () => {
    onSaid(null)
    if (Exit.isSuccess(await verify.run())) onSaid(format(texts.emailSentTo, { email: value }))
  }
  const busy = change.pending || verify.pending

  const menu = (anchor: MenuAnchor) => (
    <Menu anchor={anchor} label={format(texts.emailActions, { email: value })} align="end">
      {!isVerified && (
        <MenuItem icon={mailIcon} onSelect={() => void send()}>
          {texts.sendVerification}
        </MenuItem>
      )}
      {!isPrimary && (
        <MenuItem
          icon={checkIcon}
          hint={isVerified ? undefined : texts.verifyFirst}
          onSelect={() => update({ isPrimary: true })}
        >
          {texts.setPrimary}
        </MenuItem>
      )}
      {usedForAuth ? (
        <MenuItem
          icon={lockIcon}
          hint={isLast ? texts.lastSignInEmail : undefined}
          onSelect={() => update({ usedForAuth: false })}
        >
          {texts.stopSignIn}
        </MenuItem>
      ) : (
        <MenuItem
          icon={lockIcon}
          hint={isVerified ? undefined : texts.verifyFirst}
          onSelect={() => update({ usedForAuth: true })}
        >
          {texts.useForSignIn}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={trashIcon}
        tone="danger"
        hint={isLast ? texts.lastSignInEmail : undefined}
        onSelect={() => setRemoving(true)}
      >
        {texts.remove}
      </MenuItem>
    </Menu>
  )

  return (
    <li>
      <div className="ks-list-row">
        <div className="ks-list-main">
          <span className="ks-truncate" dir="ltr" title={value}>
            {value}
          </span>
          <span className="ks-badges">
            {isPrimary && <Badge tone="accent">{texts.emailPrimary}</Badge>}
            {!isVerified && <Badge tone="warning">{texts.emailUnverified}</Badge>}
            {usedForAuth && <Badge>{texts.emailForSignIn}</Badge>}
          </span>
        </div>
        <MenuButton
          className="ks-icon-button"
          aria-label={format(texts.emailActions, { email: value })}
          aria-busy={busy || undefined}
          menu={menu}
        >
          {busy ? <span className="ks-spinner" aria-hidden="true" /> : <Icon path={moreIcon} />}
        </MenuButton>
      </div>
      <CallErrorNotice error={change.error ?? verify.error} waiting={change.waiting ?? verify.waiting} />
      {removing && (
        <Question
          title={texts.removeEmailTitle}
          text={format(texts.removeEmailText, { email: value })}
          confirm={texts.remove}
          danger
          address={usedForAuth ? address : null}
          effect={() => Effect.flatMap(Client, ({ contactChannels }) => contactChannels.remove(id))}
          onClose={() => setRemoving(false)}
          onDone={() => setRemoving(false)}
        />
      )}
    </li>
  )
}
