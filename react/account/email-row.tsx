/** One email address of the user, with the menu of its actions. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import type { ContactChannel } from "../../core/schema/contact-channel.ts"
import { Client } from "../../tiers/client.ts"
import { Badge } from "../components/badge.tsx"
import { checkIcon, Icon, lockIcon, mailIcon, moreIcon, trashIcon } from "../components/icons.tsx"
import { Menu } from "../components/menu.tsx"
import { MenuItem, MenuSeparator } from "../components/menu-items.tsx"
import { MenuButton, type MenuAnchor } from "../components/menu-button.tsx"
import { runExclusively } from "../hooks/run-exclusively.ts"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { Question } from "./confirm-button.tsx"
import { usePasswordConfirmationEmail } from "./password-confirmation.ts"
import { CallErrorNotice } from "./call-error-notice.tsx"
import { isLastAuthEmail } from "./sign-in-methods.ts"
import type { ContactChannelChanges } from "../../tiers/calls/contact-channels.ts"
import { useAnnouncedAction } from "./use-announced-action.ts"

export interface EmailRowProps {
  readonly channel: ContactChannel
  readonly channels: ReadonlyArray<ContactChannel>
}

export const EmailRow = ({ channel, channels }: EmailRowProps) => {
  const texts = useMessages(account)
  const passwordEmail = usePasswordConfirmationEmail()
  const [isRemoving, setRemoving] = useState(false)
  const { id, isPrimary, isVerified, usedForAuth, value } = channel
  const update = useAnnouncedAction(
    (changes: ContactChannelChanges) =>
      Effect.flatMap(Client, ({ contactChannels }) => contactChannels.update(id, changes)),
    (_updated, { isPrimary, usedForAuth }) => {
      if (isPrimary) return format(texts.emailMadePrimary, { email: value })
      return format(usedForAuth ? texts.signInEmailAdded : texts.signInEmailRemoved, { email: value })
    }
  )
  const sendVerification = useAnnouncedAction(
    () => Effect.flatMap(Client, ({ contactChannels }) => contactChannels.sendVerificationEmail(id)),
    format(texts.emailSentTo, { email: value })
  )
  const runUpdate = (changes: ContactChannelChanges) => runExclusively(update, sendVerification, changes)
  const hasOtherAuthEmail = channels.some((other) => other.id !== id && other.usedForAuth)
  const lastAuthEmailHint = hasOtherAuthEmail ? texts.lastVerifiedSignInEmail : texts.lastSignInEmail
  const removalHint = isLastAuthEmail(channels, channel) ? lastAuthEmailHint : undefined

  const isBusy = update.pending || sendVerification.pending

  const menu = (anchor: MenuAnchor) => (
    <Menu anchor={anchor} label={format(texts.emailActions, { email: value })} align="end">
      {!isVerified && (
        <MenuItem icon={mailIcon} disabled={isBusy} onSelect={() => runExclusively(sendVerification, update)}>
          {texts.sendVerification}
        </MenuItem>
      )}
      {!isPrimary && (
        <MenuItem
          icon={checkIcon}
          disabled={isBusy}
          hint={isVerified ? undefined : texts.verifyFirst}
          onSelect={() => runUpdate({ isPrimary: true })}
        >
          {texts.setPrimary}
        </MenuItem>
      )}
      {usedForAuth ? (
        <MenuItem
          icon={lockIcon}
          disabled={isBusy}
          hint={removalHint}
          onSelect={() => runUpdate({ usedForAuth: false })}
        >
          {texts.stopSignIn}
        </MenuItem>
      ) : (
        <MenuItem
          icon={lockIcon}
          disabled={isBusy}
          hint={isVerified ? undefined : texts.verifyFirst}
          onSelect={() => runUpdate({ usedForAuth: true })}
        >
          {texts.useForSignIn}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={trashIcon} disabled={isBusy} tone="danger" hint={removalHint} onSelect={() => setRemoving(true)}>
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
          aria-busy={isBusy || undefined}
          menu={menu}
        >
          {isBusy ? <span className="ks-spinner" aria-hidden="true" /> : <Icon path={moreIcon} />}
        </MenuButton>
      </div>
      <CallErrorNotice
        error={update.error ?? sendVerification.error}
        waiting={update.waiting ?? sendVerification.waiting}
      />
      {isRemoving && (
        <Question
          title={texts.removeEmailTitle}
          text={format(texts.removeEmailText, { email: value })}
          confirm={texts.remove}
          danger
          passwordEmail={usedForAuth ? passwordEmail : null}
          effect={() => Effect.flatMap(Client, ({ contactChannels }) => contactChannels.remove(id))}
          done={format(texts.emailRemoved, { email: value })}
          onClose={() => setRemoving(false)}
          onDone={() => setRemoving(false)}
        />
      )}
    </li>
  )
}
