/** Navigation by the provider's `redirectMethod`. */
import { useCallback } from "react"
import type { NavigateOptions } from "../../core/navigation/navigate.ts"
import { useProviderContext } from "../runtime/keystile-context.ts"
import { withSite } from "../runtime/use-site.ts"

/** Goes to a URL with the router of the application. */
export type Navigate = (url: string, options?: Pick<NavigateOptions, "replace">) => void

/**
 * Returns a function that navigates to a URL by the provider's `redirectMethod`: the browser, the application's
 * router, or not at all. For event handlers and effects. Refuses `javascript:` URLs and checks nothing else.
 */
export const useNavigate = (): Navigate => {
  const provided = useProviderContext()
  return useCallback((url, options) => withSite(provided, ({ goToUrl }) => goToUrl(url, options)), [provided])
}
