/** The sections of the passkey and of sign-in codes by email. */
import * as Effect from "effect/Effect"
import type { Project } from "../../core/schema/project.ts"
import { Client } from "../../tiers/client.ts"
import { Icon, passkeyIcon } from "../components/icons.tsx"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { useAccountUser } from "./account-user.ts"
import { ConfirmButton } from "./confirm-button.tsx"
import { Section } from "./section.tsx"
import { useMethodReasons } from "./use-method-reasons.ts"

interface Props {
  readonly project: Project
}

const registerPasskey = () => Effect.flatMap(Client, (client) => client.registerPasskey())
const removePasskey = () => Effect.flatMap(Client, (client) => client.updateUser({ passkeyAuthEnabled: false }))
const setOtp = (otpAuthEnabled: boolean) => () =>
  Effect.flatMap(Client, (client) => client.updateUser({ otpAuthEnabled }))

export const Passkey = ({ project }: Props) => {
  const texts = useMessages(account)
  const { passkey } = useMessages()
  const { passkeyAuthEnabled } = useAccountUser()
  const reasons = useMethodReasons("passkey", project)
  return (
    <Section
      title={passkey}
      text={passkeyAuthEnabled ? texts.passkeyThere : texts.passkeyText}
      action={
        passkeyAuthEnabled ? (
          <ConfirmButton
            key="remove"
            label={texts.removePasskey}
            variant="danger"
            unless={reasons.remove}
            title={texts.removePasskeyTitle}
            text={texts.removePasskeyText}
            confirm={texts.removePasskey}
            effect={removePasskey}
            done={texts.passkeyRemoved}
          />
        ) : (
          <ConfirmButton
            key="add"
            label={
              <>
                <Icon path={passkeyIcon} />
                {texts.addPasskey}
              </>
            }
            unless={reasons.add}
            title={texts.addPasskeyTitle}
            text={texts.passkeyText}
            confirm={texts.addPasskey}
            onlyPassword
            effect={registerPasskey}
            done={texts.passkeyAdded}
          />
        )
      }
    />
  )
}

export const OneTimeCodes = ({ project }: Props) => {
  const texts = useMessages(account)
  const { otpAuthEnabled } = useAccountUser()
  const reasons = useMethodReasons("otp", project)
  return (
    <Section
      title={texts.otp}
      text={otpAuthEnabled ? texts.otpOn : texts.otpText}
      action={
        otpAuthEnabled ? (
          <ConfirmButton
            key="disable"
            label={texts.disable}
            variant="danger"
            unless={reasons.remove}
            title={texts.otpDisableTitle}
            text={texts.otpDisableText}
            confirm={texts.disable}
            effect={setOtp(false)}
            done={texts.otpDisabled}
          />
        ) : (
          <ConfirmButton
            key="enable"
            label={texts.enable}
            unless={reasons.add}
            title={texts.otpEnableTitle}
            text={texts.otpText}
            confirm={texts.enable}
            onlyPassword
            effect={setOtp(true)}
            done={texts.otpEnabled}
          />
        )
      }
    />
  )
}
