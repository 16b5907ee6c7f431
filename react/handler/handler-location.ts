/** The URL that the handler routes by: the router's location, or that of the page. */
import { useCallback, useSyncExternalStore } from "react"
import { onUrlChange } from "../navigation/on-url-change.ts"

/** A location as the application's router represents it: a path, a URL, or its components. */
export type HandlerLocation =
  string | URL | { readonly pathname: string; readonly search?: string; readonly hash?: string }

const textOf = (location: HandlerLocation): string =>
  typeof location === "string"
    ? location
    : location instanceof URL
      ? location.href
      : `${location.pathname}${location.search ?? ""}${location.hash ?? ""}`

const unknown = () => null

/**
 * Returns the path of the page; `null` while a server renders. The query is excluded: pages remove their codes from
 * it.
 */
export const useHandlerPath = (given: HandlerLocation | undefined): string | null => {
  const text = given === undefined ? undefined : textOf(given)
  const read = useCallback(
    () => (text === undefined ? location.pathname : new URL(text, location.href).pathname),
    [text]
  )
  return useSyncExternalStore(onUrlChange, read, unknown)
}

/** Returns the whole URL. If the router's location has no query, that of the page is used. */
export const handlerUrl = (given: HandlerLocation | undefined): URL => {
  const here = new URL(location.href)
  const url = given === undefined ? here : new URL(textOf(given), here)
  return url.search === "" && url.pathname === here.pathname ? here : url
}
