/** The project and the pages of a provider. */
import { use } from "react"
import { useProviderContext } from "./keystile-context.ts"
import type { ProviderContext } from "./provider-context.ts"
import type { Site } from "../engine/site.ts"

/** Returns the site. Suspends only for a runtime or an app of the application. */
export const useSite = (): Site => {
  const { open, read, site } = useProviderContext()
  if (site !== null) return site
  const { keystile } = read().opened ?? use(open())
  return use(keystile.site())
}

/** Calls a function with the site: at once if it is known, else when the engine is loaded. */
export const withSite = ({ open, site }: ProviderContext, work: (site: Site) => void): void => {
  if (site !== null) return work(site)
  // Without the engine there is nothing to navigate by, and its failure is reported where it is rendered.
  open()
    .then(({ keystile }) => keystile.site())
    .then(work, () => {})
}
