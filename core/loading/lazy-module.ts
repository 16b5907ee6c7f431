/**
 * Modules that are loaded on first use, so that a page ships only the code of the calls that it makes.
 *
 * @example
 * const teams = lazyModule("teams", () => import("./calls/teams.ts"))
 * const listTeams = Effect.flatMap(teams, ({ teamCalls }) => teamCalls(dependencies).list)
 */
import * as Effect from "effect/Effect"
import { ModuleNotLoaded, RequestError } from "../errors/request-error.ts"
import { LoadFailure } from "./load-failure.ts"
import { loadableModule, loadableModules, type LoadableModule } from "./loadable-module.ts"

/** Returns the `RequestError` of a module that could not be loaded. */
export const requestErrorOfLoad = ({ endpoint, reason }: LoadFailure): RequestError =>
  new RequestError({ endpoint, reason: new ModuleNotLoaded(reason) })

/** Runs a promise that rejects with `LoadFailure` only. */
export const runLoad = <A>(load: () => Promise<A>): Effect.Effect<A, RequestError> =>
  Effect.tryPromise({
    try: load,
    catch: (error) => requestErrorOfLoad(error instanceof LoadFailure ? error : new LoadFailure("unknown", error))
  })

/**
 * Loads every lazy module of the program now. For tests, whose virtual clock does not include loading, and for servers
 * that load all code before they serve requests.
 */
export const loadModules: Effect.Effect<void, RequestError> = Effect.suspend(() =>
  Effect.forEach(loadableModules(), moduleEffect, { discard: true })
)

/**
 * Returns an effect that loads a module once and succeeds with it, synchronously after the first time. Fails with the
 * `RequestError` reason `ModuleNotLoaded`; the next run loads again. Call it once per module, at the top level of a
 * file: `loadModules` holds it for the lifetime of the program.
 */
export const lazyModule = <Module>(name: string, load: () => Promise<Module>): Effect.Effect<Module, RequestError> =>
  moduleEffect(loadableModule(name, load))

function moduleEffect<Module>(module: Omit<LoadableModule<Module>, "provide">): Effect.Effect<Module, RequestError> {
  return Effect.suspend(() => {
    const loaded = module.getIfLoaded()
    return loaded === undefined ? runLoad(module.load) : Effect.succeed(loaded)
  })
}
