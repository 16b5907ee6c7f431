/**
 * Calls whose code is loaded when one of them is first made: a page that only signs people in does not ship the rest.
 *
 * @example
 * const teams = later(() => import("./calls/teams.ts"))
 * const program = Effect.flatMap(teams, ({ teamCalls }) => teamCalls(dependencies).list())
 */
import * as Effect from "effect/Effect"
import { NoConnection, RequestError } from "../core/errors/request-error.ts"

const parts: Array<Effect.Effect<unknown, RequestError>> = []

/**
 * Loads at once what would be loaded on first use: for tests, since code does not come sooner when a virtual clock is
 * moved, and for servers that start before they answer.
 */
export const loadAll: Effect.Effect<void, RequestError> = Effect.suspend(() =>
  Effect.forEach(parts, (part) => part, { discard: true })
)

/**
 * A module, loaded once. What cannot be fetched is a lost connection like any other, and is tried again by the next
 * call. Once it is there nothing is waited for. To be made at the top of a module, once: `loadAll` remembers it.
 */
export const later = <Module>(load: () => Promise<Module>): Effect.Effect<Module, RequestError> => {
  let loaded: Module | undefined
  const part = Effect.suspend(() =>
    loaded !== undefined
      ? Effect.succeed(loaded)
      : Effect.tryPromise({
          try: async () => (loaded = await load()),
          catch: () =>
            new RequestError({
              endpoint: "a part of the program",
              reason: new NoConnection({
                description: "A part of the program could not be loaded",
                diagnostics: { online: null, health: "unreachable" }
              })
            })
        })
  )
  parts.push(part)
  return part
}
