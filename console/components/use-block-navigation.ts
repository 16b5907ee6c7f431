/** Blocks navigation while the page creates or shows a secret, which the service does not return again. */
import { useEffect } from "react"

/**
 * While `isBlocked`, the browser prompts before it closes or reloads the page, and Back and Forward leave the URL as it
 * is: the URL is added to the history again, before the console shows another page.
 */
export const useBlockNavigation = (isBlocked: boolean): void => {
  useEffect(() => {
    if (!isBlocked) return undefined
    const { href } = location
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const onPopState = () => {
      if (location.href !== href) history.pushState(null, "", href)
    }
    addEventListener("beforeunload", onBeforeUnload)
    addEventListener("popstate", onPopState)
    return () => {
      removeEventListener("beforeunload", onBeforeUnload)
      removeEventListener("popstate", onPopState)
    }
  }, [isBlocked])
}
