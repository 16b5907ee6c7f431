/** The URLs of the console's pages: `#/mailbox/<id>`, and `#/projects/<id>/users/<id>` for the pages of a project. */
import { useSyncExternalStore } from "react"

export interface Route {
  /** The first part of the path, or the third one of the pages of a project. Empty at the root. */
  readonly page: string
  /** The project that the path names. */
  readonly projectId: string | null
  /** The parts of the path after the page's name. */
  readonly rest: ReadonlyArray<string>
  /** The query after the path: the filters of a list. */
  readonly search: URLSearchParams
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Reads the route of a URL's hash. */
export const routeOf = (hash: string): Route => {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s)
  const parts = path.split("/").map(decoded)
  const search = new URLSearchParams(query)
  const [first = "", second = "", third = "", ...others] = parts
  if (first !== "projects" || second === "") return { page: first, projectId: null, rest: parts.slice(1), search }
  return { page: third === "" ? "projects" : third, projectId: second, rest: others, search }
}

/** Returns the URL of a page of a project. Empty parts are left out: the first tab of a page has no name. */
export const projectHref = (projectId: string, ...parts: ReadonlyArray<string>): string =>
  `#/${["projects", projectId, ...parts.filter((part) => part !== "")].map(encodeURIComponent).join("/")}`

/** Returns the current hash with another query. Empty values are left out. */
const hashWith = (values: Readonly<Record<string, string>>): string => {
  const search = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""))
  const [path = ""] = location.hash.split("?")
  return `${path === "" ? "#/" : path}${search.size === 0 ? "" : `?${search}`}`
}

/** Replaces the query of the current URL, without a new entry in the history. Empty values are left out. */
export const setSearch = (values: Readonly<Record<string, string>>): void => {
  history.replaceState(null, "", hashWith(values))
  // `replaceState` raises no event.
  dispatchEvent(new HashChangeEvent("hashchange"))
}

/** Sets one value of the query of the current URL, with a new entry in the history. An empty value removes it. */
export const goToSearch = (name: string, value: string): void => {
  location.hash = hashWith({ ...Object.fromEntries(routeOf(location.hash).search), [name]: value })
}

const onHash = (listener: () => void) => {
  addEventListener("hashchange", listener)
  return () => removeEventListener("hashchange", listener)
}

/** Returns the current hash, and renders again when it changes. */
export const useHash = (): string => useSyncExternalStore(onHash, () => location.hash)
