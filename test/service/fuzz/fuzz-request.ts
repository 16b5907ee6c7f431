/** Generates a request to an endpoint from its contract: valid, nearly valid, or malformed. */
import type { ListedEndpoint } from "../../../core/api/endpoints.ts"
import { fullPath } from "../../../core/http/path.ts"
import type { Chance } from "./chance.ts"
import type { ValidRequest } from "./valid-requests.ts"
import { generateMalformed, paramsOf, partOf, spoil, textOf } from "./values.ts"
import type { KnownValues } from "./known-values.ts"
import { foreign, headersOf, keyHeaders, own, type FuzzTier } from "./seed.ts"

export interface FuzzRequest {
  readonly endpoint: ListedEndpoint
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

const tiers: ReadonlyArray<FuzzTier> = ["client", "server", "admin"]

const base64url = (text: string) => Buffer.from(text).toString("base64url")

const brokenTokens = [
  "undefined",
  "null",
  "a.b.c",
  "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
  "\u00ff",
  "x".repeat(5000),
  `${base64url(`{"alg":"ES256","kid":"__proto__"}`)}.${base64url(`{"aud":"${own.id}"}`)}.AAAA`
]

/** Deletes the project of the batch, so it is rarely allowed to succeed. */
const isFinal = ({ name }: ListedEndpoint) => name === "DELETE /projects/current"

const credentials = (c: Chance, known: KnownValues, endpoint: ListedEndpoint): Record<string, string> => {
  if (endpoint.tiers.length === 0 && c.is(0.8)) return {}
  const tier = endpoint.tiers.length > 0 && c.is(0.92) ? c.of(endpoint.tiers) : c.of(tiers)
  const testProject = c.is(0.93) ? own : foreign
  const headers: Record<string, string> = { ...headersOf(testProject, tier) }
  if (c.is(0.1) || (isFinal(endpoint) && c.is(0.97))) {
    const wrong = c.of<readonly [string, string]>([
      [keyHeaders[tier], c.of([foreign, own]).keys[c.of(tiers)]],
      [keyHeaders[tier], ""],
      [keyHeaders[tier], c.of(brokenTokens)],
      ["x-stack-access-type", c.of(["", "root", "client,admin", "__proto__"])],
      ["x-stack-project-id", c.of(["", "internal", foreign.id, own.id.toUpperCase(), "x".repeat(5000), "__proto__"])]
    ])
    headers[wrong[0]] = wrong[1]
    if (isFinal(endpoint)) delete headers[keyHeaders.admin]
  }
  const tokens = known.get("access_token") ?? []
  const token = c.weighted<() => string | undefined>([
    [14, () => tokens.at(-2) ?? tokens.at(-1)],
    [3, () => c.of([...tokens, ""])],
    [3, () => undefined],
    [1, () => c.of(brokenTokens)]
  ])()
  if (token !== undefined) headers["x-stack-access-token"] = token
  if (endpoint.requires.includes("refreshToken") ? c.is(0.9) : c.is(0.1)) {
    headers["x-stack-refresh-token"] = c.of([...(known.get("refresh_token") ?? []), ...brokenTokens.slice(0, 2)])
  }
  if (c.is(0.03)) headers["x-stack-admin-access-token"] = c.of([...tokens, ...brokenTokens])
  return headers
}

/** Returns a query string. Values that are not strings are serialized as JSON. */
const queryText = (value: object): string => {
  const fields = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => [name, textOf(member)].map((text) => text.slice(0, 3000)))
  const text = new URLSearchParams(fields.map(([name = "", member = ""]) => [name, member])).toString()
  return text === "" ? "" : `?${text}`
}

const queryOf = (c: Chance, known: KnownValues, endpoint: ListedEndpoint): string => {
  const { query } = endpoint.schemas
  const value = query === undefined && c.is(0.9) ? {} : partOf(c, known, query)
  if (typeof value !== "object" || value === null)
    return c.is(0.5) ? "" : `?${c.of(["%", "%ff", "&&=", "a=1&a=2", "__proto__=1"])}`
  return queryText(value)
}

const encodeParam = (text: string): string => {
  try {
    return encodeURIComponent(text)
  } catch {
    return "%ED%A0%80"
  }
}

const contentTypes = [
  "text/plain",
  "application/octet-stream",
  "text/xml",
  "multipart/form-data; boundary=x",
  "",
  "application/json; charset=utf-16",
  "__proto__"
]

const brokenBodies: ReadonlyArray<string | Uint8Array> = [
  "",
  "{",
  "[",
  "nul",
  "\ufeff{}",
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  "[".repeat(20_000),
  new Uint8Array([0xff, 0xfe, 0x00]),
  new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])
]

const asForm = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? new URLSearchParams(Object.entries(value).map(([name, member]) => [name, textOf(member)])).toString()
    : textOf(value)

const bodyOf = (c: Chance, known: KnownValues, endpoint: ListedEndpoint) => {
  const none = { type: "", body: undefined }
  if (endpoint.method === "GET" && c.is(0.97)) return none
  if (endpoint.schemas.body === undefined && c.is(0.6)) return none
  const isForm = endpoint.encoding === "form" ? c.is(0.9) : c.is(0.02)
  const type = c.is(0.05) ? c.of(contentTypes) : isForm ? "application/x-www-form-urlencoded" : "application/json"
  if (c.is(0.04)) return { type, body: c.of(brokenBodies) }
  const value = partOf(c, known, endpoint.schemas.body)
  if (isForm) return { type, body: asForm(value) }
  const text = JSON.stringify(value) ?? ""
  // JSON may have a `__proto__` key; an object literal cannot.
  return {
    type,
    body: c.is(0.02) && text.startsWith("{") ? text.replace("{", `{"__proto__":{"polluted":true},`) : text
  }
}

const pathOf = (endpoint: ListedEndpoint, param: (name: string) => string): string =>
  fullPath(endpoint).replaceAll(/:(\w+)/g, (_, name: string) => encodeParam(param(name)))

export const randomRequest = (c: Chance, known: KnownValues, endpoint: ListedEndpoint): FuzzRequest => {
  const params = paramsOf(c, known, endpoint.schemas.params)
  const { body, type } = bodyOf(c, known, endpoint)
  const headers: Record<string, string> = {
    ...credentials(c, known, endpoint),
    ...(type !== "" && { "content-type": type }),
    ...(c.is(0.2) && { "x-stack-override-error-status": "true" }),
    ...(c.is(0.05) && { accept: "text/html" }),
    ...(c.is(0.05) && {
      authorization: c.of([
        "Basic",
        "Basic !!",
        `Basic ${btoa(`${own.id}:${own.keys.client}`)}`,
        "Bearer x",
        "Basic Og=="
      ])
    }),
    ...(c.is(0.03) && { cookie: c.of(["a=b", "stack-oauth-inner-x=true", "=;;=", "x".repeat(5000)]) }),
    ...(c.is(0.03) && {
      [c.of(["x-forwarded-for", "x-stack-random-nonce", "x-stack-client-version", "origin", "user-agent"])]: textOf(
        generateMalformed(c)
      ).slice(0, 5000)
    })
  }
  return {
    endpoint,
    method: c.is(0.02)
      ? c.of(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "TRACE", "__proto__"])
      : endpoint.method,
    target: `${pathOf(endpoint, (name) => params.get(name) ?? "")}${queryOf(c, known, endpoint)}`,
    headers,
    body
  }
}

/** Returns the headers with one removed or replaced by a value of another caller. */
const spoilHeader = (c: Chance, known: KnownValues, headers: ValidRequest["headers"]): ValidRequest["headers"] => {
  const names = Object.keys(headers)
  if (names.length === 0) return { "x-stack-access-type": "server" }
  const name = c.of(names)
  const { [name]: _, ...others } = headers
  if (c.is(0.3)) return others
  const wrong = name.endsWith("access-token")
    ? c.of([...(known.get("access_token") ?? []), ...brokenTokens])
    : name === "x-stack-project-id"
      ? c.of([own.id, foreign.id, "internal"])
      : c.of([own.keys.client, foreign.keys.server, "client", "server", "admin", ""])
  return { ...others, [name]: wrong }
}

/** Returns a valid request unchanged, or with one of its inputs spoiled. */
export const requestFrom = (
  c: Chance,
  known: KnownValues,
  endpoint: ListedEndpoint,
  valid: ValidRequest,
  isUnchanged: boolean
): FuzzRequest => {
  const part = c.of(["headers", "params", "query", "body", "body"])
  const spoilt = <A>(name: string, value: A): unknown => (!isUnchanged && name === part ? spoil(c, value) : value)
  const { body, params = {}, query } = valid
  const sentParams = Object(spoilt("params", params))
  const sentQuery = spoilt("query", query ?? {})
  const sentBody = body === undefined ? undefined : spoilt("body", body)
  const isForm = endpoint.encoding === "form"
  const headers = !isUnchanged && part === "headers" ? spoilHeader(c, known, valid.headers) : valid.headers
  return {
    endpoint,
    method: endpoint.method,
    target:
      pathOf(endpoint, (name) => textOf(Reflect.get(sentParams, name) ?? "")) +
      (typeof sentQuery === "object" && sentQuery !== null ? queryText(sentQuery) : ""),
    headers: {
      ...headers,
      ...(body !== undefined && { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" })
    },
    body: sentBody === undefined ? undefined : isForm ? asForm(sentBody) : JSON.stringify(sentBody)
  }
}
