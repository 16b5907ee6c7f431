/** Tells when the address of the page has changed, whoever changed it. */
export const onAddressChange = (listener: () => void) => {
  // `pushState` tells nobody; where there is a Navigation API that tells of it, and else the application has to.
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
