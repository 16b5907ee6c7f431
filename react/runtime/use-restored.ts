import { useEffect } from "react"

/**
 * Calls a function when the page was restored from the back/forward cache, for state of a page that the browser was
 * leaving. The function has to be stable.
 */
export const useRestored = (restored: () => void): void =>
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) restored()
    }
    addEventListener("pageshow", onPageShow)
    return () => removeEventListener("pageshow", onPageShow)
  }, [restored])
