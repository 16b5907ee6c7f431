/** Tells whether a screen is signing in or out right now. */
import { useSyncExternalStore } from "react"
import { useKeystile } from "./keystile-context.ts"

/**
 * Returns `true` from the start of a session change until its redirect is over, see `changeSession`. Screens keep their
 * content in that time, although the user has changed.
 */
export const useIsChangingSession = (): boolean => {
  const { changes } = useKeystile()
  return useSyncExternalStore(changes.subscribe, changes.active, () => false)
}
