/** Buttons of sign-in providers: how they look. What they do is the caller's. */
import { type ComponentProps, type ReactNode, useEffect, useState, useSyncExternalStore } from "react"
import { makeListeners } from "../../core/lightweight/listeners.ts"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { className } from "../theme/class-name.ts"
import { EventErrorNotice } from "./event-error-notice.tsx"
import { Icon, passkeyIcon } from "./icons.tsx"
import { isProvider, providerName } from "../../look/providers.ts"
import type { ProviderLogos } from "../../look/provider-logos.ts"
import { LastTag } from "./last-tag.tsx"
import { useEventHandler } from "./use-event-handler.ts"

let logos: ProviderLogos | undefined
let loading: Promise<void> | undefined
const listeners = makeListeners()

/**
 * Loads the module with the providers' logos. Called before the project's providers are known, so that the buttons
 * appear with their logos. If loading fails, the buttons have no logos.
 */
export const preloadProviderLogos = (): Promise<void> =>
  (loading ??= import("../../look/provider-logos.ts").then(
    ({ providerLogos }) => {
      logos = providerLogos
      listeners.notify()
    },
    () => void (loading = undefined)
  ))

const ProviderLogo = ({ provider }: { readonly provider: string }) => {
  const all = useSyncExternalStore(
    listeners.subscribe,
    () => logos,
    () => undefined
  )
  useEffect(() => void preloadProviderLogos(), [])
  if (!isProvider(provider)) return null
  return (
    <svg className="ks-brand" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {all?.[provider].map(({ fill, path }) => (
        <path key={path} d={path} fill={fill} />
      ))}
    </svg>
  )
}

interface Props extends Omit<ComponentProps<"button">, "type" | "children"> {
  /** Whether the user signs in or signs up by it. Default `sign-in`. */
  readonly type?: "sign-in" | "sign-up" | undefined
  /** It is what this browser used the last time. */
  readonly last?: boolean | undefined
  readonly busy?: boolean | undefined
}

export interface ProviderButtonProps extends Props {
  /** Id of the provider. One that is not known shows its own name and no mark. */
  readonly provider: string
}

export const ProviderButton = ({ provider, ...props }: ProviderButtonProps) => {
  const { signInWith, signUpWith } = useMessages()
  const label = format(props.type === "sign-up" ? signUpWith : signInWith, { provider: providerName(provider) })
  return <MethodButton {...props} method={provider} label={label} mark={<ProviderLogo provider={provider} />} />
}

export const PasskeyMethodButton = (props: Props) => {
  const { passkey, signInWithPasskey, signUpWith } = useMessages()
  const label = props.type === "sign-up" ? format(signUpWith, { provider: passkey }) : signInWithPasskey
  return <MethodButton {...props} method="passkey" label={label} mark={<Icon path={passkeyIcon} />} />
}

interface MethodButtonProps extends Props {
  readonly method: string
  readonly label: string
  readonly mark: ReactNode
}

/** One method of signing in: its mark on a rail, its label in the middle, the tag at the end. */
const MethodButton = ({
  busy = false,
  className: given,
  label,
  last = false,
  mark,
  onClick,
  method,
  ...props
}: MethodButtonProps) => {
  return (
    <button
      {...props}
      type="button"
      className={className("ks-button ks-oauth", given)}
      data-provider={method}
      data-last={last || undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy || props["aria-disabled"]}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <span className="ks-spinner" aria-hidden="true" /> : mark}
      <span className="ks-oauth-label ks-truncate" title={label}>
        {label}
      </span>
      {last && <LastTag />}
    </button>
  )
}

export interface ProviderButtonsProps extends Omit<ComponentProps<"div">, "onSelect"> {
  /** Ids of the providers, in the order of their buttons. */
  readonly providers: ReadonlyArray<string>
  /** Wording of the labels. Default `sign-in`. */
  readonly type?: "sign-in" | "sign-up" | undefined
  /** The provider that this browser used last. Its button has a tag. */
  readonly last?: string | null | undefined
  /** The provider whose sign-in has started. */
  readonly busy?: string | null | undefined
  /** Called with the id of the chosen provider. An error, thrown or of a promise, shows above the buttons. */
  readonly onSelect: (provider: string) => void
}

/** A stack of provider buttons. While one is busy, the others do nothing. `children` are rendered below the buttons. */
export const ProviderButtons = ({
  busy = null,
  children,
  className: given,
  last,
  onSelect,
  providers,
  type,
  ...props
}: ProviderButtonsProps) => {
  const { failed, pending, run } = useEventHandler()
  const [selected, setSelected] = useState<string | null>(null)
  const shownBusy = busy ?? (pending ? selected : null)
  return (
    <div {...props} className={className("ks-stack ks-oauth-group", given)}>
      {failed !== null && <EventErrorNotice failed={failed} />}
      {providers.map((provider) => (
        <ProviderButton
          key={provider}
          provider={provider}
          type={type}
          last={provider === last}
          busy={provider === shownBusy}
          onClick={() => {
            if (shownBusy !== null) return
            setSelected(provider)
            run(() => onSelect(provider))
          }}
        />
      ))}
      {children}
    </div>
  )
}
