/** Buttons of sign-in providers: how they look. What they do is the caller's. */
import { type ComponentProps, type ReactNode, useState } from "react"
import { useMessages } from "../messages/messages.ts"
import { format } from "../messages/template.ts"
import { useClassName } from "../theme/appearance.ts"
import { className } from "../theme/class-name.ts"
import { EventErrorNotice } from "./event-error-notice.tsx"
import { Icon, passkeyIcon } from "./icons.tsx"
import { isProvider, providerName } from "../../look/providers.ts"
import { LastTag } from "./last-tag.tsx"
import { columnsOf, LABELLED_PROVIDERS } from "./provider-grid.ts"
import { ProviderLogo } from "./provider-logo.tsx"
import { useEventHandler } from "./use-event-handler.ts"

interface Props extends Omit<ComponentProps<"button">, "type" | "children"> {
  /** The flow that the button starts. Default `sign-in`. */
  readonly type?: "sign-in" | "sign-up" | undefined
  /** It is what this browser used the last time. */
  readonly last?: boolean | undefined
  /** Disables the button and shows that its flow is running. Default `false`. */
  readonly busy?: boolean | undefined
}

/** Props of `<ProviderButton>`. */
export interface ProviderButtonProps extends Props {
  /** Id of the provider. An unknown one shows its id and the icon of an organization. */
  readonly provider: string
  /** Shows the logo only. The label is the button's name and its tooltip. Default `false`. */
  readonly compact?: boolean | undefined
}

/** A button with the icon of an OAuth provider. It starts nothing by itself. */
export const ProviderButton = ({ provider, ...props }: ProviderButtonProps) => {
  const { signInWith, signUpWith } = useMessages()
  const label = format(props.type === "sign-up" ? signUpWith : signInWith, { provider: providerName(provider) })
  return <MethodButton {...props} method={provider} label={label} logo={<ProviderLogo provider={provider} />} />
}

/** A button with the icon of passkeys. It starts nothing by itself. */
export const PasskeyMethodButton = (props: Props) => {
  const { passkey, signInWithPasskey, signUpWith } = useMessages()
  const label = props.type === "sign-up" ? format(signUpWith, { provider: passkey }) : signInWithPasskey
  return <MethodButton {...props} method="passkey" label={label} logo={<Icon path={passkeyIcon} />} />
}

interface MethodButtonProps extends Props {
  readonly compact?: boolean | undefined
  readonly method: string
  readonly label: string
  readonly logo: ReactNode
}

/** One method of signing in: its logo or icon on a rail, its label in the middle, the tag at the end. */
const MethodButton = ({
  busy = false,
  className: given,
  compact = false,
  label,
  last = false,
  logo,
  onClick,
  method,
  ...props
}: MethodButtonProps) => {
  return (
    <button
      {...props}
      type="button"
      className={className("ks-button ks-oauth", useClassName("provider", given))}
      data-provider={method}
      data-last={last || undefined}
      data-compact={compact || undefined}
      title={compact ? label : undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy || props["aria-disabled"]}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <span className="ks-spinner" aria-hidden="true" /> : logo}
      {compact ? (
        <span className="ks-visually-hidden">{label}</span>
      ) : (
        <span className="ks-oauth-label ks-truncate" title={label}>
          {label}
        </span>
      )}
      {last && <LastTag />}
    </button>
  )
}

/** Props of `<ProviderButtons>`. */
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

/** Returns the providers of the grid. Those with a label are the last used one, and those without a logo. */
const compactProviders = (providers: ReadonlyArray<string>, last: string | null | undefined) =>
  providers.length <= LABELLED_PROVIDERS ? [] : providers.filter((id) => id !== last && isProvider(id))

/**
 * Provider buttons: a stack, or a grid of icons for more than three. While one is busy, the others do nothing.
 * `children` are rendered below the buttons.
 */
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
  const compact = compactProviders(providers, last)
  const button = (provider: string) => (
    <ProviderButton
      key={provider}
      provider={provider}
      type={type}
      compact={compact.includes(provider)}
      last={provider === last}
      busy={provider === shownBusy}
      onClick={() => {
        if (shownBusy !== null) return
        setSelected(provider)
        run(() => onSelect(provider))
      }}
    />
  )
  const labelled = providers.filter((provider) => !compact.includes(provider))
  return (
    <div {...props} className={className("ks-stack ks-oauth-group", given)}>
      {failed !== null && <EventErrorNotice failed={failed} />}
      {labelled.filter((provider) => compact.length === 0 || provider === last).map(button)}
      {compact.length > 0 && (
        <div className="ks-oauth-grid" data-columns={columnsOf(compact.length)}>
          {compact.map(button)}
        </div>
      )}
      {compact.length > 0 && labelled.filter((provider) => provider !== last).map(button)}
      {children}
    </div>
  )
}
