/** The application's name: that of the theme, else the display name of the project. */
import { createContext, type ReactNode, useContext } from "react"
import { useProviderContext } from "../runtime/keystile-context.ts"
import { useSettings } from "../runtime/use-settings.ts"
import { useBrand } from "../theme/scope.tsx"

/** The name where a screen has read the project already; `null` for none. Default `undefined`: it is to be read. */
export const ApplicationNameContext = createContext<string | null | undefined>(undefined)

interface WithApplicationNameProps {
  /** Renders for a name; `null` while the project is not read, and if it cannot be. */
  readonly children: (name: string | null) => ReactNode
}

/** Renders its function with the application's name. Does not suspend. */
export const WithApplicationName = ({ children }: WithApplicationNameProps) => {
  const { applicationName } = useBrand()
  const given = useContext(ApplicationNameContext)
  const name = applicationName ?? given
  return name === undefined ? <WithProjectName>{children}</WithProjectName> : children(name === "" ? null : name)
}

const WithProjectName = ({ children }: WithApplicationNameProps) => {
  const { site } = useProviderContext()
  const { settings } = useSettings(site?.projectId ?? null)
  return children(settings?.displayName || null)
}
