/** Components whose code is loaded on demand. */
import * as Effect from "effect/Effect"
import { type ComponentType, createElement, type FunctionComponent, lazy, type LazyExoticComponent } from "react"
import { lazyModule } from "../../core/runtime/lazy-module.ts"

export interface LazyComponent<Props extends object> {
  /**
   * Suspends until its code is loaded. Throws the `RequestError` of a failed load to the error boundary; the next mount
   * loads again.
   */
  readonly Component: FunctionComponent<Props>
  /** Loads the code ahead of the first render. */
  readonly preload: () => void
}

/**
 * Makes a component that is loaded when it is first rendered. Call it at the top level of a module.
 *
 * @example
 * const menu = lazyComponent(() => import("./menu.tsx").then(({ Menu }) => Menu))
 * <Suspense fallback={null}><menu.Component /></Suspense>
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>
): LazyComponent<Props> => {
  const module = lazyModule("page", load)
  let current: LazyExoticComponent<ComponentType<Props>> | undefined
  // React caches a rejected load, so a failed one is replaced.
  const component = () =>
    (current ??= lazy(() =>
      Effect.runPromise(module).then(
        (Component) => ({ default: Component }),
        (error: unknown) => {
          current = undefined
          throw error
        }
      )
    ))
  return {
    Component: (props) => createElement<Props>(component(), props),
    preload: () => void Effect.runPromiseExit(module)
  }
}
