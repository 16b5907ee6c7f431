/** Renders components into a document, and waits for effects. */
import { act, type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Renders in StrictMode, like the example. */
export const render = async (node: ReactNode, { strict = true }: { readonly strict?: boolean } = {}) => {
  const container = document.createElement("div")
  document.body.append(container)
  const errors: Array<unknown> = []
  const root = createRoot(container, { onCaughtError: (error) => errors.push(error) })
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
