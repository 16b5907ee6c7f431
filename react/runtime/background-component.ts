/** Components that a page does without until their code is loaded. */
import { type ComponentType, createElement, type FunctionComponent, Suspense, useEffect, useState } from "react"
import { loadableModule } from "../../core/loading/loadable-module.ts"
import { loadUntilDone } from "./load-until-done.ts"

/**
 * Makes a component that renders nothing until its code is loaded, and nothing while it suspends. A failed load is no
 * error of the page: it is repeated after ten seconds, and when the device is online again. On a server and in the
 * first render it has no HTML, not even of a boundary, so it does not matter to hydration on which side it is rendered.
 * Call it at the top level of a module.
 */
export const backgroundComponent = <Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>
): FunctionComponent<Props> => {
  const module = loadableModule(name, load)
  return (props) => {
    const Component = useLoaded(module.load)
    return Component === null
      ? null
      : createElement(Suspense, { fallback: null }, createElement<Props>(Component, props))
  }
}

const useLoaded = <Module>(load: () => Promise<Module>): Module | null => {
  const [loaded, setLoaded] = useState<{ readonly module: Module } | null>(null)
  const isLoaded = loaded !== null
  useEffect(() => (isLoaded ? undefined : loadUntilDone(load, (module) => setLoaded({ module }))), [isLoaded, load])
  return loaded === null ? null : loaded.module
}
