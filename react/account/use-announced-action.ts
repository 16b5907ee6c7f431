/** Runs an effect of the account settings, and announces what it did. */
import * as Effect from "effect/Effect"
import { useCallback } from "react"
import type { Client } from "../../tiers/client.ts"
import type { Action } from "../hooks/use-action.ts"
import { useAnnounce } from "./announcements.tsx"
import { useAccountAction } from "./use-account-action.ts"

/**
 * Same as `useAccountAction`, and announces the success. Not interrupted on unmount: the success may remove the control
 * that runs the action, for example the row of a deleted email.
 *
 * @param done Text of the success, or a function of the result and the input that returns it.
 */
export const useAnnouncedAction = <Args extends ReadonlyArray<unknown>, A, E>(
  effect: (...args: Args) => Effect.Effect<A, E, Client>,
  done: string | undefined | ((result: A, ...args: Args) => string)
): Action<Args, A, E> => {
  const announce = useAnnounce()
  const runAndAnnounce = (...args: Args) =>
    Effect.tap(effect(...args), (result) =>
      Effect.sync(() => {
        if (done !== undefined) announce(typeof done === "string" ? done : done(result, ...args))
      })
    )
  const action = useAccountAction(runAndAnnounce, { detached: true })
  const { run: start } = action
  const run = useCallback(
    (...args: Args) => {
      announce(null)
      return start(...args)
    },
    [announce, start]
  )
  return { ...action, run }
}
