/** Returns whether a screen is signing in or out right now. */
import { useSyncExternalStore } from "react"
import { useOpenedIfLoaded } from "./keystile-context.ts"
import { subscribeToNothing } from "./use-browser-value.ts"

const isNever = () => false

/**
 * Returns `true` from the start of a session change until its redirect is over, see `changeSession`. Screens keep their
 * content in that time, although the user has changed.
 */
export const useIsChangingSession = (): boolean => {
  const changes = useOpenedIfLoaded()?.keystile.changes
  return useSyncExternalStore(changes?.subscribe ?? subscribeToNothing, changes?.active ?? isNever, isNever)
}
