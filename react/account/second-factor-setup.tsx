/** Sets up a second factor: shows a new secret and checks a code of it before it is saved. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import { hasExtension } from "../../core/schema/extension.ts"
import { Button } from "../components/button.tsx"
import { CodeField } from "../components/code-field.tsx"
import { useProject } from "../hooks/use-project.ts"
import { CopyButton } from "../components/copy-button.tsx"
import { lazyComponent } from "../runtime/lazy-component.ts"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { useAccountUser } from "./account-user.ts"
import { CallErrorNotice } from "./call-error-notice.tsx"
import { enableSecondFactor } from "./enable-second-factor.ts"
import type { RedactedCodes } from "./recovery-codes.tsx"
import { base32, newTotpSecret, totpUrl } from "./totp.ts"
import { useAnnouncedAction } from "./use-announced-action.ts"

const qrCode = lazyComponent("QrCode", () => import("./qr-code.tsx").then(({ QrCode }) => QrCode))

/** Loads the QR code ahead of the first render. */
export const preloadSetup = () => qrCode.preload()

export interface SecondFactorSetupProps {
  readonly onClose: () => void
  /** Called with true before the factor is saved, and with false if that fails or is canceled. */
  readonly onSaving: (saving: boolean) => void
  /** Called with the recovery codes of the factor, or `null`. */
  readonly onSaved: (codes: RedactedCodes | null) => void
}

export const SecondFactorSetup = ({ onClose, onSaved, onSaving }: SecondFactorSetupProps) => {
  const texts = useMessages(account)
  const { cancel } = useMessages()
  const project = useProject()
  const { id, primaryEmail } = useAccountUser()
  const [secret] = useState(newTotpSecret)
  const [code, setCode] = useState("")
  const key = base32(secret)
  const url = totpUrl({ issuer: project.displayName, email: primaryEmail ?? id, secret })
  const save = useAnnouncedAction(enableSecondFactor, (codes) =>
    codes === null ? texts.mfaEnabled : `${texts.mfaEnabled} ${texts.recoveryCreated}`
  )
  const wrong = save.error?._tag === "WrongCode"
  const enable = async (typed: string) => {
    onSaving(true)
    const withRecoveryCodes = hasExtension(project, "recovery_codes")
    const exit = await save.run({ secret, code: typed, withRecoveryCodes })
    if (Exit.isSuccess(exit)) onSaved(exit.value)
    else onSaving(false)
  }

  return (
    <div className="ks-mfa">
      <qrCode.Component label={texts.mfaQr} text={url} />
      <div className="ks-form ks-mfa-form">
        <a className="ks-button ks-touch-only" data-variant="outline" data-width="full" href={url}>
          {texts.openAuthenticator}
        </a>
        <p className="ks-hint">
          {texts.mfaSecret}
          <code className="ks-secret" dir="ltr" translate="no">
            {key.match(/.{1,4}/g)?.join(" ")}
          </code>
        </p>
        <div className="ks-row">
          <CopyButton label={texts.copyKey} text={key} />
        </div>
        <CodeField
          label={texts.mfaCode}
          kind="digits"
          // eslint-disable-next-line jsx-a11y/no-autofocus -- a step of its own, which the user asked for
          autoFocus
          error={wrong ? texts.mfaWrong : undefined}
          onChange={(typed) => {
            setCode(typed)
            if (typed !== "" && !save.pending) save.reset()
          }}
          onComplete={(typed) => void enable(typed)}
        />
        {!wrong && <CallErrorNotice error={save.error} waiting={save.waiting} />}
        <div className="ks-row">
          <Button
            busy={save.pending}
            aria-disabled={code.length < 6 || undefined}
            onClick={() => code.length === 6 && void enable(code)}
          >
            {texts.enable}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              save.reset()
              onClose()
            }}
          >
            {cancel}
          </Button>
        </div>
      </div>
    </div>
  )
}
