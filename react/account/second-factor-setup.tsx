/** Sets up a second factor: shows a new secret and checks a code of it before it is saved. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { useState } from "react"
import { Client } from "../../tiers/client.ts"
import { Button } from "../components/button.tsx"
import { CodeField, preloadCodeField } from "../components/code-field.tsx"
import { useAction } from "../hooks/use-action.ts"
import { useProject } from "../hooks/use-project.ts"
import { lazyComponent } from "../runtime/lazy-component.ts"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { useAccountUser } from "./account-user.ts"
import { CallErrorNotice } from "./call-error-notice.tsx"
import { base32, isTotpOf, newTotpSecret, totpAddress } from "./totp.ts"

class WrongCode {
  readonly _tag = "WrongCode"
  readonly message = "The code does not belong to the secret."
}

const qrCode = lazyComponent("QrCode", () => import("./qr-code.tsx").then(({ QrCode }) => QrCode))

/** Loads the code field and the QR code ahead of the first render. */
export const preloadSetup = () => {
  preloadCodeField()
  qrCode.preload()
}

export const SecondFactorSetup = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = useMessages(account)
  const { cancel } = useMessages()
  const { displayName: issuer } = useProject()
  const { id, primaryEmail } = useAccountUser()
  const [secret] = useState(newTotpSecret)
  const [code, setCode] = useState("")
  const key = base32(secret)

  const save = useAction((code: string) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const right = yield* Effect.promise(() => isTotpOf(secret, code, now))
      if (!right) return yield* Effect.fail(new WrongCode())
      const client = yield* Client
      return yield* client.updateUser({ totpMultiFactorSecret: secret })
    })
  )
  const wrong = save.error?._tag === "WrongCode"

  return (
    <div className="ks-mfa">
      <qrCode.Component label={texts.mfaQr} text={totpAddress({ issuer, email: primaryEmail ?? id, secret })} />
      <div className="ks-form ks-mfa-form">
        <p className="ks-hint">
          {texts.mfaSecret}
          <code className="ks-secret" dir="ltr" translate="no">
            {key.match(/.{1,4}/g)?.join(" ")}
          </code>
        </p>
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
          onComplete={(typed) => void save.run(typed)}
        />
        {!wrong && <CallErrorNotice error={save.error} waiting={save.waiting} />}
        <div className="ks-row">
          <Button
            busy={save.pending}
            aria-disabled={code.length < 6 || undefined}
            onClick={() => code.length === 6 && void save.run(code)}
          >
            {texts.enable}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {cancel}
          </Button>
        </div>
      </div>
    </div>
  )
}
