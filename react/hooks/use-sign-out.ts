/** Signs out. */
import { useSignOutTask } from "../runtime/use-sign-out-task.ts"
import { type Action, useTaskAsAction } from "./use-action.ts"

/**
 * Returns an action that signs out and redirects to `afterSignOut`. It completes also after unmount. If the service
 * cannot be reached, the tokens are removed all the same.
 */
export const useSignOut = (): Action<[], void, never> => useTaskAsAction(useSignOutTask())
