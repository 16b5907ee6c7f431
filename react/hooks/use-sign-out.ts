/** Signs out. */
import * as Effect from "effect/Effect"
import { Client } from "../../tiers/client.ts"
import { useKeystile } from "../runtime/keystile-context.ts"
import { changeSession } from "../runtime/change-session.ts"
import { type Action, useAction } from "./use-action.ts"

const signOut = Effect.flatMap(Client, ({ signOut }) => Effect.asVoid(Effect.exit(signOut)))

/**
 * Returns an action that signs out and redirects to `afterSignOut`. It completes also after unmount. If the service
 * cannot be reached, the tokens are removed all the same.
 */
export const useSignOut = (): Action<[], void, never> => {
  const keystile = useKeystile()
  return useAction(() => changeSession(keystile, signOut, "afterSignOut", { detached: true }))
}
