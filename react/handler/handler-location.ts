/** The address that the handler goes by: the one that a router gives, or the page's own as it changes. */
import { useCallback, useSyncExternalStore } from "react"
import { onAddressChange } from "../navigation/on-address-change.ts"

/** Where a page is, in whatever form the application's router has it: a path, an address, or its parts. */
export type HandlerLocation =
  string | URL | { readonly pathname: string; readonly search?: string; readonly hash?: string }

const textOf = (location: HandlerLocation): string =>
  typeof location === "string"
    ? location
    : location instanceof URL
      ? location.href
      : `${location.pathname}${location.search ?? ""}${location.hash ?? ""}`

const unknown = () => null

/** The path of the page; `null` while a server renders. The query is none of it: pages take their codes out of that. */
export const useHandlerPath = (given: HandlerLocation | undefined): string | null => {
  const text = given === undefined ? undefined : textOf(given)
  const read = useCallback(
    () => (text === undefined ? location.pathname : new URL(text, location.href).pathname),
    [text]
  )
  return useSyncExternalStore(onAddressChange, read, unknown)
}

/** The whole address, for who goes on from it. A router that tells the path alone leaves the query to the page. */
export const handlerAddress = (given: HandlerLocation | undefined): URL => {
  const here = new URL(location.href)
  const address = given === undefined ? here : new URL(textOf(given), here)
  return address.search === "" && address.pathname === here.pathname ? here : address
}
