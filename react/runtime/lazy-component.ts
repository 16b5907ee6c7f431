/** A part of a screen whose code is loaded when it is first shown. */
import { type ComponentType, createElement, type FunctionComponent, lazy, type LazyExoticComponent } from "react"

export interface LazyComponent<Props extends object> {
  /** Suspends until the code is there. What could not be loaded is loaded anew when it is shown again. */
  readonly Component: FunctionComponent<Props>
  /** Fetches the code. Call it when the part is likely to be wanted. */
  readonly preload: () => void
}

export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>
): LazyComponent<Props> => {
  let made: LazyExoticComponent<ComponentType<Props>> | undefined
  const component = () =>
    (made ??= lazy(() =>
      load().then(
        (Component) => ({ default: Component }),
        (error: unknown) => {
          made = undefined
          throw error
        }
      )
    ))
  return {
    Component: (props) => createElement<Props>(component(), props),
    preload: () => void load().catch(() => {})
  }
}
