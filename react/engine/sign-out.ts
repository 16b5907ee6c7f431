/** Signs out. Succeeds also if the service cannot be reached: the tokens are removed all the same. */
import * as Effect from "effect/Effect"
import { Client } from "../../tiers/client.ts"

export const signOut: Effect.Effect<void, never, Client> = Effect.flatMap(Client, ({ signOut }) =>
  Effect.asVoid(Effect.exit(signOut))
)
