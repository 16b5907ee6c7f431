/** Counts the users of the project that will be deleted. Not in `deletions.tsx`, which loads with the first page. */
import { useSyncExternalStore } from "react"
import { useDashboard } from "../../react/dashboard/dashboard-provider.tsx"
import { useDeletionQueue } from "./deletions.tsx"

/** Returns the number of users that will be deleted; `null` while it is unknown. Renders again after changes. */
export const usePendingUsers = (): number | null => {
  const { admin } = useDashboard()
  const { batches, pendingUsers, subscribe } = useDeletionQueue()
  useSyncExternalStore(subscribe, batches)
  return pendingUsers(admin)
}
