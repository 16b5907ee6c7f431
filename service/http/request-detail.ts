/** Details of a request for the console of `keystile dev`, without secrets. */
import { header } from "../../core/http/headers.ts"
import type { HandledRequest } from "./log-entry.ts"

/** A header with its name in lower case. The value is `null` if it may be a secret. */
export type DetailHeader = readonly [name: string, value: string | null]

/** A request and its response, without values that may be secrets or personal data. */
export interface RequestDetail {
  /** Path and query of the request. `REDACTED` replaces values of the query. */
  readonly target: string
  readonly requestHeaders: ReadonlyArray<DetailHeader>
  /**
   * The content type without parameters and the body as JSON, also that of a form; `null` without a body. `REDACTED`
   * replaces texts and numbers.
   */
  readonly body: { readonly type: string; readonly text: string } | null
  readonly responseHeaders: ReadonlyArray<DetailHeader>
}

/** Needs no escapes in queries and in JSON. */
const REDACTED = "REDACTED"

/** The headers whose values are shown. A header that is not among them, such as one of a proxy, may be a credential. */
const SHOWN_HEADERS: ReadonlySet<string> = new Set([
  header.accessType,
  header.actualStatus,
  header.clientVersion,
  header.knownError,
  header.overrideErrorStatus,
  header.projectId,
  header.requestId,
  "accept",
  "accept-encoding",
  "accept-language",
  "access-control-request-headers",
  "access-control-request-method",
  "allow",
  "cache-control",
  "connection",
  "content-length",
  "content-security-policy",
  "content-type",
  "etag",
  "host",
  "origin",
  "retry-after",
  "sec-fetch-dest",
  "sec-fetch-mode",
  "sec-fetch-site",
  "traceparent",
  "user-agent",
  "vary",
  "x-content-type-options"
])

/** The members of a query whose values are shown: ids, and how a list is sorted and divided. */
const SHOWN_MEMBERS: ReadonlySet<string> = new Set([
  "client_id",
  "code_challenge_method",
  "cursor",
  "desc",
  "grant_type",
  "limit",
  "order_by",
  "permission_id",
  "recursive",
  "response_type",
  "team_id",
  "user_id"
])

/** The longest text of one part, in UTF-16 code units. */
const LONGEST = 4000

/** The levels of a body whose members are shown. Clients may send any number of levels. */
const DEEPEST = 10

/** The characters of names that need no quotes in a shell. Names with others are left out. */
const PLAIN_NAME = /^[\w-]+$/

export const requestDetail = ({ body, request, response }: HandledRequest): RequestDetail => ({
  target: targetOf(request.target),
  requestHeaders: headersOf(request.headers),
  body: body === undefined ? null : { type: typeOf(request.headers["content-type"]), text: textOf(body) },
  responseHeaders: headersOf(response.headers)
})

const headersOf = (headers: Readonly<Record<string, string | undefined>>) =>
  Object.entries(headers).flatMap(([name, value]): ReadonlyArray<DetailHeader> => {
    if (value === undefined || !PLAIN_NAME.test(name)) return []
    return [[name, SHOWN_HEADERS.has(name) ? value.slice(0, LONGEST) : null]]
  })

const targetOf = (target: string): string => {
  // A target in absolute form (RFC 9112, section 3.2.2) may contain a password.
  if (!target.startsWith("/")) return "/"
  const [path = "", query = ""] = target.split(/\?(.*)/s, 2)
  if (query === "") return path.slice(0, LONGEST)
  const shown = Array.from(new URLSearchParams(query), ([name, value]) => [
    name,
    SHOWN_MEMBERS.has(name) ? value : REDACTED
  ])
  return `${path}?${new URLSearchParams(shown)}`.slice(0, LONGEST)
}

const typeOf = (contentType: string | undefined): string =>
  contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "application/json"

/** The members of a body as JSON. */
const textOf = (body: unknown): string => JSON.stringify(redact(body, DEEPEST)).slice(0, LONGEST)

/** Keeps names of members, booleans and null. Everything else may be a secret. */
const redact = (value: unknown, levels: number): unknown => {
  if (value === null || typeof value === "boolean") return value
  if (typeof value !== "object" || levels === 0) return REDACTED
  if (Array.isArray(value)) return value.map((item) => redact(item, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redact(member, levels - 1)]))
}
