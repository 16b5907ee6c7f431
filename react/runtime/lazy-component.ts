/** Components whose code is loaded on demand. */
import { type ComponentType, createElement, type FunctionComponent, lazy, type LazyExoticComponent } from "react"
import { loadableModule } from "../../core/loading/loadable-module.ts"

/**
 * Time for which a failed load stays, in milliseconds. React renders a component again before it passes an error to
 * the boundary: replaced at once, a failed load would be repeated for ever without an error.
 */
const KEEP_FAILED = 500

export interface LazyComponent<Props extends object> {
  /**
   * Suspends until its code is loaded. Throws the `LoadFailure` of a failed load to the error boundary. A render half
   * a second later loads again.
   */
  readonly Component: FunctionComponent<Props>
  /** Loads the code ahead of the first render. */
  readonly preload: () => void
}

/**
 * Makes a component that is loaded when it is first rendered. Its name is in the error of a failed load. Call it at
 * the top level of a module.
 *
 * @example
 * const menu = lazyComponent("menu", () => import("./menu.tsx").then(({ Menu }) => Menu))
 * <Suspense fallback={null}><menu.Component /></Suspense>
 */
export const lazyComponent = <Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>
): LazyComponent<Props> => {
  const module = loadableModule(name, load)
  let current: ComponentType<Props> | LazyExoticComponent<ComponentType<Props>> | undefined
  // A component that is loaded does not suspend. After a fallback React waits 300 ms before it shows the content.
  const component = () =>
    (current ??=
      module.getIfLoaded() ??
      lazy(() =>
        module.load().then(
          (Component) => ({ default: Component }),
          (error: unknown) => {
            setTimeout(() => (current = undefined), KEEP_FAILED)
            throw error
          }
        )
      ))
  return {
    Component: (props) => createElement<Props>(component(), props),
    preload: () => void module.load().catch(() => {})
  }
}
