/** Modules that are loaded on first use, as promises. `lazy-module.ts` has the same as effects. */
import { LoadFailure } from "./load-failure.ts"

export interface LoadableModule<Module> {
  readonly name: string
  /** Returns the module if it is loaded. */
  readonly getIfLoaded: () => Module | undefined
  /** Loads the module once. Rejects with `LoadFailure`; the next call loads again. */
  readonly load: () => Promise<Module>
  /** Sets the module, for programs that have loaded it already. */
  readonly provide: (module: Module) => void
}

/** A module whose type is not known. It can be loaded, but not set. */
type AnyLoadableModule = Omit<LoadableModule<unknown>, "provide">

const modules: Array<AnyLoadableModule> = []

/** Returns every loadable module of the program. */
export const loadableModules = (): ReadonlyArray<AnyLoadableModule> => modules

/** Makes a module that is loaded on first use. Call it once per module, at the top level of a file. */
export const loadableModule = <Module>(name: string, load: () => Promise<Module>): LoadableModule<Module> => {
  let loaded: Module | undefined
  let loading: Promise<Module> | undefined
  const module: LoadableModule<Module> = {
    name,
    getIfLoaded: () => loaded,
    load: () =>
      (loading ??= load().then(
        (module) => (loaded ??= module),
        (error: unknown) => {
          loading = undefined
          throw new LoadFailure(name, error)
        }
      )),
    provide: (module) => {
      loaded = module
      loading = Promise.resolve(module)
    }
  }
  modules.push(module)
  return module
}
