/** Unstyled sign-in buttons. */
import { type ComponentProps, Fragment, type ReactNode } from "react"
import { providerName } from "../../look/providers.ts"
import { useProject } from "../hooks/use-project.ts"
import { useLastUsed } from "../screens/sign-in/last-used.ts"
import { useErrorText, useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { useOAuth } from "../screens/oauth/use-oauth.ts"
import { usePasskey } from "../screens/passkey/use-passkey.ts"
import type { RenderableProps } from "./renderable.ts"
import { useRootState } from "./root.tsx"

type ButtonProps = ComponentProps<"button">

/** Props of a provider's button, and its provider. */
export interface Provider {
  /** The id of the provider, such as `github`. */
  readonly id: string
  /** Display name. */
  readonly name: string
  /** The props of its button. */
  readonly button: ButtonProps & { readonly "data-provider": string }
}

/** Props of `<Providers>`. */
export interface ProvidersProps {
  /** Renders one button. Default a `<button>` labelled "Sign in with GitHub". */
  readonly children?: ((provider: Provider) => ReactNode) | undefined
  /** Renders the error of the last choice. Default a `<p role="alert">`. */
  readonly renderError?: ((message: string) => ReactNode) | undefined
}

const alert = (message: string) => (
  <p role="alert" data-kind="form">
    {message}
  </p>
)

/**
 * A button for each provider of the project, with `data-provider`, `data-last` on the last used one, and `data-busy`.
 */
export const Providers = ({
  children = ({ button }) => <button {...button} type="button" />,
  renderError = alert
}: ProvidersProps) => {
  const { type } = useRootState("Providers")
  const { busy, choose, error } = useOAuth()
  const { signInWith, signUpWith } = useMessages()
  const errorText = useErrorText()
  const last = useLastUsed()
  const ids = [...new Set(useProject().config.oauthProviders.map(({ id }) => id))]
  return (
    <>
      {error !== null && renderError(errorText(error))}
      {ids.map((id) => {
        const name = providerName(id)
        const button = {
          type: "button" as const,
          "data-provider": id,
          "data-last": id === last || undefined,
          "data-busy": id === busy || undefined,
          "aria-busy": id === busy || undefined,
          "aria-disabled": busy !== null || undefined,
          onClick: () => choose(id),
          children: format(type === "sign-in" ? signInWith : signUpWith, { provider: name })
        }
        return <Fragment key={id}>{children({ id, name, button })}</Fragment>
      })}
    </>
  )
}

/** Props of `<Passkey>`. */
export interface PasskeyProps extends Omit<RenderableProps<ButtonProps>, "type" | "onClick"> {
  /** Renders the error. Default a `<p role="alert">`. */
  readonly renderError?: ((message: string) => ReactNode) | undefined
}

/** Signs in with a passkey, if the project allows it. `Email` then offers passkeys by autofill. */
export const Passkey = (props: PasskeyProps) =>
  useProject().config.passkeyEnabled ? <PasskeyButton {...props} /> : null

const PasskeyButton = ({ children, render, renderError = alert, ...props }: PasskeyProps) => {
  const { signInWithPasskey } = useMessages()
  const errorText = useErrorText()
  const { ask, busy, error, text } = usePasskey()
  const last = useLastUsed()
  const given = {
    ...props,
    type: "button" as const,
    "data-last": last === "passkey" || undefined,
    "data-busy": busy || undefined,
    "aria-busy": busy || undefined,
    "aria-disabled": busy || undefined,
    onClick: busy ? undefined : ask,
    children: children ?? signInWithPasskey
  }
  return (
    <>
      {render === undefined ? <button {...given} type="button" /> : render(given)}
      {error !== null && renderError(text ?? errorText(error))}
    </>
  )
}
