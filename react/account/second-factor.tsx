/** The section that enables and disables two-factor authentication. */
import * as Effect from "effect/Effect"
import { Suspense, useState } from "react"
import { Client } from "../../tiers/client.ts"
import { Badge } from "../components/badge.tsx"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { useAccountUser } from "./account-user.ts"
import { ConfirmButton } from "./confirm-button.tsx"
import { preloadSetup, SecondFactorSetup } from "./second-factor-setup.tsx"
import { Section } from "./section.tsx"
import { canCheckTotp } from "./totp.ts"

const disable = () => Effect.flatMap(Client, (client) => client.updateUser({ totpMultiFactorSecret: null }))

export const SecondFactor = () => {
  const texts = useMessages(account)
  const { isMultiFactorRequired } = useAccountUser()
  const [settingUp, setSettingUp] = useState(false)
  const isOpen = settingUp && !isMultiFactorRequired
  const badge = isMultiFactorRequired ? (
    <Badge tone="success">{texts.mfaOnBadge}</Badge>
  ) : (
    isOpen && <Badge tone="accent">{texts.mfaSettingUp}</Badge>
  )
  return (
    <Section
      title={texts.mfa}
      text={isMultiFactorRequired ? texts.mfaOn : isOpen ? texts.mfaScan : texts.mfaText}
      badge={badge}
      action={
        isMultiFactorRequired ? (
          <ConfirmButton
            key="disable"
            label={texts.disable}
            variant="danger"
            title={texts.mfaDisableTitle}
            text={texts.mfaDisableText}
            confirm={texts.disable}
            effect={disable}
          />
        ) : (
          !isOpen && (
            <ConfirmButton
              key="enable"
              label={texts.enable}
              unless={canCheckTotp() ? null : texts.mfaInsecure}
              title={texts.mfaEnableTitle}
              text={texts.mfaText}
              confirm={texts.enable}
              onlyPassword
              effect={() => Effect.void}
              onDone={() => {
                preloadSetup()
                setSettingUp(true)
              }}
            />
          )
        )
      }
    >
      {isOpen && (
        <Suspense fallback={<span className="ks-bone" data-bone="control" />}>
          <SecondFactorSetup onClose={() => setSettingUp(false)} />
        </Suspense>
      )}
    </Section>
  )
}
