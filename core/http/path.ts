/** Paths and queries of the API. */

/** The prefix of every path except that of the health check. */
export const API_PREFIX = "/api/v1"

/** The project in the headers of the request. */
export const CURRENT_PROJECT = "/projects/current"

/** Returns the path of an endpoint with its prefix. The path of the API's root (`/`) ends without a slash. */
export const fullPath = ({ path, prefix }: { readonly path: string; readonly prefix: string }): string =>
  path === "/" ? prefix : `${prefix}${path}`

/** Returns the text of a query or a form, without its `undefined` fields. */
export const queryText = (fields: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined)
  ).toString()
