/** A request of the log as a command for a POSIX shell. */
import type { DetailHeader, Request, RequestDetail } from "../control/responses.ts"

/** The headers that curl sets itself, or that only browsers send. */
const OMITTED = /^(host|connection|content-length|accept-encoding|sec-fetch-\w+)$/

/**
 * Returns a command of curl. Redacted headers are variables of the shell: `x-stack-secret-server-key` is
 * `$X_STACK_SECRET_SERVER_KEY`. In queries and bodies the text `REDACTED` stays, to be replaced.
 */
export const curlCommand = (
  origin: string,
  { method }: Pick<Request, "method">,
  { body, requestHeaders, target }: RequestDetail
): string =>
  [
    `curl -X ${quoted(method)} ${quoted(`${origin}${target}`)}`,
    ...requestHeaders.flatMap((header) => (OMITTED.test(header[0]) ? [] : [`-H ${headerText(header)}`])),
    ...(body === null ? [] : [`--data-raw ${quoted(bodyText(body))}`])
  ].join(" \\\n  ")

const headerText = ([name, value]: DetailHeader): string =>
  value === null ? `"${name}: $${name.toUpperCase().replaceAll("-", "_")}"` : quoted(`${name}: ${value}`)

/** The body as it was sent: the log has the members of a form as JSON. */
const bodyText = ({ text, type }: NonNullable<RequestDetail["body"]>): string => {
  if (type !== "application/x-www-form-urlencoded") return text
  try {
    return new URLSearchParams(JSON.parse(text)).toString()
  } catch {
    // A long body, which the log has cut off.
    return text
  }
}

const quoted = (text: string): string => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
