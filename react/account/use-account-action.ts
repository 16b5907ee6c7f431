/** Runs an effect of the account settings. */
import * as Effect from "effect/Effect"
import { Client } from "../../tiers/client.ts"
import { type Action, type ActionOptions, useAction } from "../hooks/use-action.ts"
import { useAccountUser } from "./account-user.ts"

/**
 * Same as `useAction`, with calls bound to the user who is shown. The settings keep that user until the next one is
 * read: after another user has signed in, the calls fail with `SessionChanged` and send no request.
 */
export const useAccountAction = <Args extends ReadonlyArray<unknown>, A, E>(
  effect: (...args: Args) => Effect.Effect<A, E, Client>,
  options?: ActionOptions
): Action<Args, A, E> => {
  const { id } = useAccountUser()
  return useAction(
    (...args: Args) =>
      Effect.flatMap(Client, (client) => Effect.provideService(effect(...args), Client, client.as(id))),
    options
  )
}
