/** Repeats the reads of a dashboard. */
import { useDashboard } from "./dashboard-provider.tsx"

/** Returns a function that repeats all reads that are shown. A result that is shown stays until the new one arrives. */
export const useDashboardRefresh = (): (() => Promise<void>) => useDashboard().refresh
