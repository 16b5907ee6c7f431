/** The effects of a machine's states. */
import type * as Effect from "effect/Effect"
import type { Client } from "../../tiers/client.ts"

/** Returns the effect of a state, which succeeds with the next event; `null` for no effect. */
export type Work<State, Event> = (state: State) => Effect.Effect<Event, never, Client> | null
