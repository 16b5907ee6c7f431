/** Components that a page does without until their code is loaded. */
import { type ComponentType, createElement, type FunctionComponent, useEffect, useReducer } from "react"
import { useIsOnline } from "./use-is-online.ts"
import { type LoadableModule, loadableModule } from "../../core/runtime/loadable-module.ts"

/** Time after which a failed load is repeated, in milliseconds. */
const LOAD_AGAIN = 10_000

/**
 * Makes a component that renders nothing until its code is loaded. A failed load is no error of the page: it is
 * repeated after ten seconds, and when the device is online again. Call it at the top level of a module.
 */
export const backgroundComponent = <Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>
): FunctionComponent<Props> => {
  const module = loadableModule(name, load)
  return (props) => {
    const Component = useLoaded(module)
    return Component === undefined ? null : createElement<Props>(Component, props)
  }
}

const useLoaded = <Module>(module: LoadableModule<Module>): Module | undefined => {
  const isOnline = useIsOnline()
  const [, renderAgain] = useReducer((renders: number) => renders + 1, 0)
  const loaded = module.loaded()
  const isLoaded = loaded !== undefined
  useEffect(() => {
    if (isLoaded) return undefined
    let isUsed = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = () =>
      void module.load().then(
        () => isUsed && renderAgain(),
        () => {
          if (isUsed) timer = setTimeout(load, LOAD_AGAIN)
        }
      )
    load()
    return () => {
      isUsed = false
      clearTimeout(timer)
    }
  }, [isLoaded, isOnline, module])
  return loaded
}
