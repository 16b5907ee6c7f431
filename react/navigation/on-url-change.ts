/** Calls a listener after every change of the page's URL. Returns a function that removes it. */
export const onUrlChange = (listener: () => void) => {
  // `pushState` fires no event of its own. The Navigation API has one; without it, the application's router
  // re-renders.
  const navigation: unknown = Reflect.get(globalThis, "navigation")
  const entries = navigation instanceof EventTarget ? navigation : null
  addEventListener("popstate", listener)
  addEventListener("hashchange", listener)
  entries?.addEventListener("currententrychange", listener)
  return () => {
    removeEventListener("popstate", listener)
    removeEventListener("hashchange", listener)
    entries?.removeEventListener("currententrychange", listener)
  }
}
