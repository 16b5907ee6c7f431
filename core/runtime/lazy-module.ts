/**
 * Modules that are loaded on first use, so that a page ships only the code of the calls that it makes.
 *
 * @example
 * const teams = lazyModule("teams", () => import("./calls/teams.ts"))
 * const listTeams = Effect.flatMap(teams, ({ teamCalls }) => teamCalls(dependencies).list)
 */
import * as Effect from "effect/Effect"
import { ModuleNotLoaded, RequestError } from "../errors/request-error.ts"
import { failureName } from "./failure-name.ts"

const modules: Array<Effect.Effect<unknown, RequestError>> = []

/**
 * Loads every lazy module of the program now. For tests, whose virtual clock does not wait for modules, and for servers
 * that load all code before they serve requests.
 */
export const loadModules: Effect.Effect<void, RequestError> = Effect.suspend(() =>
  Effect.forEach(modules, (module) => module, { discard: true })
)

/**
 * Returns an effect that loads a module once and succeeds with it, synchronously after the first time. Fails with the
 * `RequestError` reason `ModuleNotLoaded`; the next run loads again. Call it once per module, at the top level of a
 * file: `loadModules` holds it for the lifetime of the program.
 */
export const lazyModule = <Module>(name: string, load: () => Promise<Module>): Effect.Effect<Module, RequestError> => {
  let loaded: Module | undefined
  const module = Effect.suspend(() =>
    loaded !== undefined
      ? Effect.succeed(loaded)
      : Effect.tryPromise({
          try: async () => (loaded = await load()),
          catch: (error) =>
            new RequestError({
              endpoint: `module ${name}`,
              reason: new ModuleNotLoaded({ module: name, description: failureName(error) })
            })
        })
  )
  modules.push(module)
  return module
}
