/** Signing out. */
import * as Effect from "effect/Effect"
import { Client } from "../../tiers/client.ts"
import { useKeystile } from "../runtime/keystile-context.ts"
import { changeSession } from "../runtime/change-session.ts"
import { type Action, useAction } from "./use-action.ts"

const signOut = Effect.flatMap(Client, ({ signOut }) => Effect.asVoid(Effect.exit(signOut)))

/**
 * Signs out and goes to the page for that. It goes through to its end even if the component goes away meanwhile, and
 * even if the service cannot be told: here the user is signed out in any case.
 */
export const useSignOut = (): Action<[], void, never> => {
  const keystile = useKeystile()
  return useAction(() => changeSession(keystile, signOut, "afterSignOut", { detached: true }))
}
