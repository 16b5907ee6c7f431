/** The sections of the passkey and of sign-in codes by email. */
import * as Effect from "effect/Effect"
import type { Project } from "../../core/schema/project.ts"
import { Client } from "../../tiers/client.ts"
import { Icon, passkeyIcon } from "../components/icons.tsx"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { useAccountUser } from "./account-user.ts"
import type { DisplayedCallError } from "./call-error-notice.tsx"
import { ConfirmButton, type ConfirmButtonProps } from "./confirm-button.tsx"
import { Section } from "./section.tsx"
import type { SignInMethod } from "./sign-in-methods.ts"
import { useMethodReasons } from "./use-method-reasons.ts"

interface Props {
  readonly project: Project
}

type Change = Pick<
  ConfirmButtonProps<unknown, DisplayedCallError>,
  "confirm" | "done" | "effect" | "label" | "text" | "title"
>

interface MethodSectionProps extends Props {
  readonly method: SignInMethod
  readonly isOn: boolean
  readonly title: string
  readonly text: string
  readonly add: Change
  readonly remove: Change
}

const MethodSection = ({ add, isOn, method, project, remove, text, title }: MethodSectionProps) => {
  const reasons = useMethodReasons(method, project)
  return (
    <Section
      title={title}
      text={text}
      action={
        isOn ? (
          <ConfirmButton key="remove" variant="danger" unless={reasons.remove} {...remove} />
        ) : (
          <ConfirmButton key="add" unless={reasons.add} onlyPassword {...add} />
        )
      }
    />
  )
}

const registerPasskey = () => Effect.flatMap(Client, (client) => client.registerPasskey())
const removePasskey = () => Effect.flatMap(Client, (client) => client.updateUser({ passkeyAuthEnabled: false }))
const setOtp = (otpAuthEnabled: boolean) => () =>
  Effect.flatMap(Client, (client) => client.updateUser({ otpAuthEnabled }))

export const Passkey = ({ project }: Props) => {
  const texts = useMessages(account)
  const { passkey } = useMessages()
  const { passkeyAuthEnabled } = useAccountUser()
  return (
    <MethodSection
      method="passkey"
      project={project}
      isOn={passkeyAuthEnabled}
      title={passkey}
      text={passkeyAuthEnabled ? texts.passkeyThere : texts.passkeyText}
      add={{
        label: (
          <>
            <Icon path={passkeyIcon} />
            {texts.addPasskey}
          </>
        ),
        title: texts.addPasskeyTitle,
        text: texts.passkeyText,
        confirm: texts.addPasskey,
        effect: registerPasskey,
        done: texts.passkeyAdded
      }}
      remove={{
        label: texts.removePasskey,
        title: texts.removePasskeyTitle,
        text: texts.removePasskeyText,
        confirm: texts.removePasskey,
        effect: removePasskey,
        done: texts.passkeyRemoved
      }}
    />
  )
}

export const OneTimeCodes = ({ project }: Props) => {
  const texts = useMessages(account)
  const { otpAuthEnabled } = useAccountUser()
  return (
    <MethodSection
      method="otp"
      project={project}
      isOn={otpAuthEnabled}
      title={texts.otp}
      text={otpAuthEnabled ? texts.otpOn : texts.otpText}
      add={{
        label: texts.enable,
        title: texts.otpEnableTitle,
        text: texts.otpText,
        confirm: texts.enable,
        effect: setOtp(true),
        done: texts.otpEnabled
      }}
      remove={{
        label: texts.disable,
        title: texts.otpDisableTitle,
        text: texts.otpDisableText,
        confirm: texts.disable,
        effect: setOtp(false),
        done: texts.otpDisabled
      }}
    />
  )
}
