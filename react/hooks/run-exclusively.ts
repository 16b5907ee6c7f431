/** Runs one of two actions that share a notice. */
import type { Action } from "./use-action.ts"

/** Runs the action, and clears the error of the other one. Ignored while one of them runs. */
export const runExclusively = <Args extends ReadonlyArray<unknown>, A, E>(
  action: Pick<Action<Args, A, E>, "pending" | "run">,
  other: { readonly pending: boolean; readonly reset: () => void },
  ...args: Args
): void => {
  if (action.pending || other.pending) return
  other.reset()
  void action.run(...args)
}
