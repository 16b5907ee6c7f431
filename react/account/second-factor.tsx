/** The sections that enable and disable two-factor authentication, and create its recovery codes. */
import * as Effect from "effect/Effect"
import { Suspense, useState } from "react"
import { hasExtension } from "../../core/schema/extension.ts"
import type { Project } from "../../core/schema/project.ts"
import { Client } from "../../tiers/client.ts"
import { Badge } from "../components/badge.tsx"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { useAccountUser } from "./account-user.ts"
import { ConfirmButton } from "./confirm-button.tsx"
import { type RedactedCodes, RecoveryCodes } from "./recovery-codes.tsx"
import { preloadSetup, SecondFactorSetup } from "./second-factor-setup.tsx"
import { Section } from "./section.tsx"
import { canCheckTotp } from "./totp.ts"

const disable = () => Effect.flatMap(Client, (client) => client.updateUser({ totpMultiFactorSecret: null }))

export const SecondFactor = ({ project }: { readonly project: Project }) => {
  const texts = useMessages(account)
  const { isMultiFactorRequired } = useAccountUser()
  const [setup, setSetup] = useState<"closed" | "open" | "saving">("closed")
  const [created, setCreated] = useState<RedactedCodes | null>(null)
  // The factor is on before its recovery codes exist.
  const isOn = isMultiFactorRequired && setup !== "saving"
  const isOpen = setup !== "closed" && !isOn
  const badge = isOn ? (
    <Badge tone="success">{texts.mfaOnBadge}</Badge>
  ) : (
    isOpen && <Badge tone="accent">{texts.mfaSettingUp}</Badge>
  )
  return (
    <>
      <Section
        title={texts.mfa}
        text={isOn ? texts.mfaOn : isOpen ? texts.mfaScan : texts.mfaText}
        badge={badge}
        action={
          isOn ? (
            <ConfirmButton
              key="disable"
              label={texts.disable}
              variant="danger"
              title={texts.mfaDisableTitle}
              text={texts.mfaDisableText}
              confirm={texts.disable}
              effect={disable}
              done={texts.mfaDisabled}
              onDone={() => setCreated(null)}
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
                  setSetup("open")
                }}
              />
            )
          )
        }
      >
        {isOpen && (
          <Suspense fallback={<span className="ks-skeleton" data-shape="control" />}>
            <SecondFactorSetup
              onClose={() => setSetup("closed")}
              onSaving={(saving) => setSetup((now) => (saving ? "saving" : now === "saving" ? "open" : now))}
              onSaved={(codes) => {
                setCreated(codes)
                setSetup("closed")
              }}
            />
          </Suspense>
        )}
      </Section>
      {isOn && hasExtension(project, "recovery_codes") && <RecoveryCodes created={created} onCreated={setCreated} />}
    </>
  )
}
