/** The logo of a sign-in provider, once it is loaded. An unknown provider has the icon of an organization. */
import { isProvider } from "../../look/providers.ts"
import { Icon, organizationIcon } from "./icons.tsx"
import { useProviderLogos } from "./provider-logos.ts"

/** The logo in its color, outside of a button. */
export const ColoredProviderLogo = ({ provider }: { readonly provider: string }) => (
  <span className="ks-provider-logo" data-provider={provider}>
    <ProviderLogo provider={provider} />
  </span>
)

export const ProviderLogo = ({ provider }: { readonly provider: string }) => {
  const logos = useProviderLogos()
  if (!isProvider(provider)) return <Icon path={organizationIcon} />
  return (
    <svg className="ks-brand" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {logos?.[provider].map(({ fill, path }) => (
        <path key={path} d={path} fill={fill} />
      ))}
    </svg>
  )
}
