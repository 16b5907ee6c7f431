/** One passkey of the user, with the menu of its actions. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import type { Passkey } from "../../core/schema/passkey.ts"
import { Client } from "../../tiers/client.ts"
import { Badge } from "../components/badge.tsx"
import { Icon, moreIcon, passkeyIcon, penIcon, trashIcon } from "../components/icons.tsx"
import { MenuButton, type MenuAnchor } from "../components/menu-button.tsx"
import { Menu } from "../components/menu.tsx"
import { MenuItem } from "../components/menu-items.tsx"
import { account } from "../messages/english/account.ts"
import { useLanguage, useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { Question } from "./confirm-button.tsx"
import { DetailLine } from "./detail-line.tsx"
import { PasskeyNameForm } from "./passkey-name-form.tsx"
import { usePasswordConfirmationEmail } from "./password-confirmation.ts"

export interface PasskeyRowProps {
  readonly passkey: Passkey
  /** Why the passkey cannot be removed; `null` if it can. */
  readonly hint: string | null
}

export const PasskeyRow = ({ hint, passkey }: PasskeyRowProps) => {
  const texts = useMessages(account)
  const passwordEmail = usePasswordConfirmationEmail()
  const [step, setStep] = useState<"shown" | "renaming" | "removing">("shown")
  const { id, name } = passkey
  const show = () => setStep("shown")

  const menu = (anchor: MenuAnchor) => (
    <Menu anchor={anchor} label={format(texts.passkeyActions, { name })} align="end">
      <MenuItem icon={penIcon} onSelect={() => setStep("renaming")}>
        {texts.rename}
      </MenuItem>
      <MenuItem icon={trashIcon} tone="danger" hint={hint ?? undefined} onSelect={() => setStep("removing")}>
        {texts.remove}
      </MenuItem>
    </Menu>
  )

  return (
    <li>
      {step === "renaming" ? (
        <PasskeyNameForm passkey={passkey} onClose={show} />
      ) : (
        <div className="ks-list-row">
          <span className="ks-list-icon" aria-hidden="true">
            <Icon path={passkeyIcon} />
          </span>
          <PasskeyDetails passkey={passkey} />
          <MenuButton className="ks-icon-button" aria-label={format(texts.passkeyActions, { name })} menu={menu}>
            <Icon path={moreIcon} />
          </MenuButton>
        </div>
      )}
      {step === "removing" && (
        <Question
          title={format(texts.removePasskeyOf, { name })}
          text={texts.removePasskeyText}
          confirm={texts.remove}
          danger
          passwordEmail={passwordEmail}
          effect={() => Effect.flatMap(Client, ({ passkeys }) => passkeys.remove(id))}
          done={format(texts.passkeyRemovedOf, { name })}
          onClose={show}
          onDone={show}
        />
      )}
    </li>
  )
}

const PasskeyDetails = ({ passkey: { createdAt, isBackedUp, lastUsedAt, name } }: { readonly passkey: Passkey }) => {
  const texts = useMessages(account)
  const { tag } = useLanguage()
  const date = new Intl.DateTimeFormat(tag, { dateStyle: "medium" })
  const added = format(texts.passkeyAddedOn, { date: date.format(createdAt) })
  const used =
    lastUsedAt === null ? texts.passkeyUnused : format(texts.passkeyUsedOn, { date: date.format(lastUsedAt) })
  return (
    <div className="ks-list-main">
      <span className="ks-person-text">
        <span className="ks-truncate" dir="auto" title={name}>
          {name}
        </span>
        <DetailLine>
          {added}
          {used}
        </DetailLine>
      </span>
      {isBackedUp === true && (
        <span className="ks-badges">
          <Badge>{texts.passkeySynced}</Badge>
        </span>
      )}
    </div>
  )
}
