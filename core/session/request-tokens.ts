/** Reads the tokens of a request to the application's own server. */
import { headerOf, readRequest, type RequestLike } from "./request-like.ts"
import { tokensIn } from "./token-store-request.ts"
import { noTokens, tokenFrom, type Tokens } from "./tokens.ts"

/** Returns a header by its lower-case name. */
export type HeaderReader = (name: string) => string | undefined

export const headerReader =
  (request: RequestLike): HeaderReader =>
  (name) =>
    headerOf(request, name)

const BEARER = /^bearer +/i

/**
 * Returns the tokens of a request: those of its header `x-stack-auth` (JSON), or else the access token of its header
 * `Authorization` (RFC 6750, section 2.1), or else those of its cookies. The first one that is present decides, even if
 * it holds no valid token.
 */
export const tokensOfRequest = (request: RequestLike, projectId: string): Tokens => {
  const read = readRequest(request)
  const authorization = headerOf(request, "authorization") ?? ""
  return !read.auth && BEARER.test(authorization)
    ? { ...noTokens, accessToken: tokenFrom(authorization.replace(BEARER, "")) }
    : tokensIn(read, projectId)
}
