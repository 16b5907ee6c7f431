/** Reads the data of a page often while the service works on it. */
import { useEffect } from "react"
import { useDashboardRefresh } from "../../react/dashboard/use-dashboard-refresh.ts"

const INTERVAL = 1500

/** Refreshes all reads at a short interval while `isActive`. */
export const useQuickRefresh = (isActive: boolean): void => {
  const refresh = useDashboardRefresh()
  useEffect(() => {
    if (!isActive) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) void refresh()
    }, INTERVAL)
    return () => clearInterval(timer)
  }, [isActive, refresh])
}
