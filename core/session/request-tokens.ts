/** The tokens that a request to the application's own server brings along (wire, section 8). */
import * as Redacted from "effect/Redacted"
import { pairedAccessToken } from "./token-store-cookie.ts"
import { noTokens, tokenFrom, type Tokens } from "./tokens.ts"

/** Headers that are asked by name: the web's `Headers`, or what Next's `headers()` gives. */
export interface HeadersLike {
  readonly get: (name: string) => string | null | undefined
}

/** Headers as an object, as Node's `IncomingMessage`, Express and Fastify have them. */
export type HeadersRecord = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** A web `Request`, Node's `IncomingMessage`, the request of Express or Fastify, or headers alone. */
export type RequestLike = HeadersLike | { readonly headers: HeadersLike | HeadersRecord }

const isAsked = (headers: object): headers is HeadersLike => "get" in headers && typeof headers.get === "function"

/** Gives a header by its lower-case name. */
export type HeaderReader = (name: string) => string | undefined

export const headerReader = (request: RequestLike): HeaderReader => {
  // The request of Express has a `get` besides its headers.
  const headers = "headers" in request ? request.headers : request
  if (isAsked(headers)) return (name) => headers.get(name) ?? undefined
  return (name) => {
    const key = Object.keys(headers).find((key) => key.toLowerCase() === name)
    const value = key === undefined ? undefined : headers[key]
    return typeof value === "object" ? value.join(name === "cookie" ? "; " : ", ") : value
  }
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Reads the different values of a cookie in a `Cookie` header (RFC 6265, section 5.4). */
const cookieReader = (header: string) => {
  const pairs = header.split(";").map((pair) => [pair.slice(0, Math.max(0, pair.indexOf("="))).trim(), pair] as const)
  return (name: string): ReadonlyArray<string> => {
    const own = pairs.filter((pair) => pair[0] === name)
    const values = own.map(([, pair]) => decoded(pair.slice(pair.indexOf("=") + 1).trim()))
    return [...new Set(values)].filter((value) => value !== undefined)
  }
}

const fromJson = (text: string): Tokens => {
  try {
    const { accessToken, refreshToken } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>
    return { accessToken: tokenFrom(accessToken), refreshToken: tokenFrom(refreshToken) }
  } catch {
    return noTokens
  }
}

const fromCookies = (header: string, projectId: string): Tokens => {
  const cookies = cookieReader(header)
  const own = cookies(`stack-refresh-${projectId}`)
  const [refresh, another] = own.length === 0 ? cookies("stack-refresh") : own
  // Two of one name: a neighbouring host may have planted one, and nothing tells which.
  const refreshToken = another === undefined ? tokenFrom(refresh) : null
  if (refreshToken === null) return noTokens
  const accessTokens = cookies("stack-access").map((pair) => pairedAccessToken(pair, Redacted.value(refreshToken)))
  return { refreshToken, accessToken: accessTokens.find((token) => token !== null) ?? null }
}

const BEARER = /^bearer +/i

/**
 * The tokens of a request: those of its `x-stack-auth` header (JSON), else the bearer token of its `Authorization`
 * header (RFC 6750, section 2.1; an access token), else those of its cookies. What says the most decides, also when what
 * it says is no token.
 */
export const tokensOfRequest = (request: RequestLike, projectId: string): Tokens => {
  const header = headerReader(request)
  const stackAuth = header("x-stack-auth")
  if (stackAuth) return fromJson(stackAuth)
  const authorization = header("authorization") ?? ""
  if (BEARER.test(authorization)) return { ...noTokens, accessToken: tokenFrom(authorization.replace(BEARER, "")) }
  return fromCookies(header("cookie") ?? "", projectId)
}
