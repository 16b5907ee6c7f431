/** Renders components into a document, and waits for effects. */
import { act, type ReactNode, StrictMode } from "react"
import { createRoot, type Root } from "react-dom/client"
import { afterEach } from "vitest"
import * as engine from "../../react/engine/engine.ts"
import { engineModule } from "../../react/runtime/engine-module.ts"

// Loaded with the page, as on a server: most tests are about the screens. `first-field.test.tsx` loads it later.
engineModule.provide(engine)

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const roots: Array<Root> = []

afterEach(() => act(async () => roots.splice(0).forEach((root) => root.unmount())))

/** Renders in StrictMode until the end of the test, like the example. */
export const render = async (node: ReactNode, { strict = true }: { readonly strict?: boolean } = {}) => {
  const container = document.createElement("div")
  document.body.append(container)
  const errors: Array<unknown> = []
  const root = createRoot(container, { onCaughtError: (error) => errors.push(error) })
  roots.push(root)
  const show = (node: ReactNode) => act(async () => root.render(strict ? <StrictMode>{node}</StrictMode> : node))
  await show(node)
  return {
    container,
    errors,
    show,
    text: () => container.textContent,
    find: <E extends HTMLElement>(selector: string) => {
      const found = container.querySelector<E>(selector)
      if (found === null) throw new Error(`There is no ${selector} in ${container.innerHTML}`)
      return found
    },
    unmount: () => act(async () => root.unmount())
  }
}

/** Runs everything that is ready. */
export const settle = (work: () => unknown = () => {}) =>
  act(async () => {
    await work()
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
