/** The tokens that a request to the application's own server brings along (wire, section 8). */
import { headerOf, readRequest, type RequestLike } from "./request-like.ts"
import { tokensIn } from "./token-store-request.ts"
import { noTokens, tokenFrom, type Tokens } from "./tokens.ts"

export type { RequestLike }

/** Headers that are asked by name: the web's `Headers`, or what Next's `headers()` gives. */
export interface HeadersLike {
  readonly get: (name: string) => string | null | undefined
}

/** Headers as an object, as Node's `IncomingMessage`, Express and Fastify have them. */
export type HeadersRecord = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Gives a header by its lower-case name. */
export type HeaderReader = (name: string) => string | undefined

export const headerReader =
  (request: RequestLike): HeaderReader =>
  (name) =>
    headerOf(request, name)

const BEARER = /^bearer +/i

/**
 * The tokens of a request: those of its `x-stack-auth` header (JSON), else the bearer token of its `Authorization`
 * header (RFC 6750, section 2.1; an access token), else those of its cookies. What says the most decides, also when what
 * it says is no token.
 */
export const tokensOfRequest = (request: RequestLike, projectId: string): Tokens => {
  const read = readRequest(request)
  const authorization = headerOf(request, "authorization") ?? ""
  return !read.auth && BEARER.test(authorization)
    ? { ...noTokens, accessToken: tokenFrom(authorization.replace(BEARER, "")) }
    : tokensIn(read, projectId)
}
