/** The router, which TanStack Start creates for each request and in the browser. */
import { createRouter } from "@tanstack/react-router"
import { getGlobalStartContext } from "@tanstack/react-start"
import { routeTree } from "./routeTree.gen.ts"

export const getRouter = () => {
  // Of the middleware in start.ts. In the browser the router reads it from the page.
  const nonce = getGlobalStartContext()?.nonce
  return createRouter({ routeTree, scrollRestoration: true, ...(nonce === undefined ? {} : { ssr: { nonce } }) })
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
