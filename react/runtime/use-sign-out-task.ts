/** Signs out, also before the engine is loaded. */
import { type Task, useTask } from "./use-task.ts"

/** Returns a task that signs out and redirects to `afterSignOut`. It completes also after unmount. */
export const useSignOutTask = (): Task<[], void, never> =>
  useTask(({ engine, keystile }) => engine.signOutWork(keystile), { detached: true })
