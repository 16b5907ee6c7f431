/** Reads the sessions of requests of Node's HTTP servers, for the adapters of Express and Fastify. */
import type { IncomingHttpHeaders } from "node:http"
import type { WebRequest } from "../tiers/snapshot/renew.ts"
import type { RequestSession } from "../tiers/verify/session-reader.ts"
import { type Refusal, requireSession, type RequireSessionOptions } from "./refusal.ts"
import {
  type KeystileOptions,
  makeRequestSessions,
  type MaybeSession,
  type ReadSession,
  sessionInResponse
} from "./request-sessions.ts"
import { callBeforeHead, type NodeResponse } from "./call-before-head.ts"
import { storeSession } from "./store-session.ts"

/** The fields that requests of Express and Fastify share, with HTTP/1 and HTTP/2. */
export interface NodeRequest {
  /** The method. */
  readonly method: string
  /** The headers, with lower-case names. */
  readonly headers: IncomingHttpHeaders
  /** The scheme of the URL. */
  readonly protocol: string
  /** The host of the URL. */
  readonly host: string | undefined
  /** The path and query of the request as it was received. */
  readonly originalUrl: string
}

export interface NodeSessions<R extends NodeRequest> {
  /** Reads the session of a request, once. Its headers are set when the response is sent. */
  readonly read: (request: R, response: NodeResponse) => Promise<ReadSession>
  /** Reads the session of a request and returns the response that refuses it; `null` if it has a session. */
  readonly refuse: (request: R, response: NodeResponse, options?: RequireSessionOptions) => Promise<Refusal | null>
  /** Returns the session of a request that was read. Throws an error for another request. */
  readonly sessionOf: (request: R) => MaybeSession
  /** Returns the session of a request that was admitted. Throws an error for another request. */
  readonly requiredSessionOf: (request: R) => RequestSession
}

/** Throws `ConfigurationError` for a missing or invalid option. */
export const makeNodeSessions = <R extends NodeRequest>(options: KeystileOptions): NodeSessions<R> => {
  const sessions = makeRequestSessions(options)
  const known = new WeakMap<R, ReadSession>()

  const read = async (request: R, response: NodeResponse) => {
    const before = known.get(request)
    if (before !== undefined) return before
    const current = await sessions.read(webRequestOf(request))
    known.set(request, current)
    // After the handler, which may set `Cache-Control` and cookies of its own.
    callBeforeHead(response, (headers) => storeSession(headers, sessionInResponse(current)))
    return current
  }

  const sessionOf = (request: R) => {
    const current = known.get(request)
    if (current === undefined) {
      throw new Error("The session of this request was not read. Add session() or requireSession() before the handler.")
    }
    return current.session
  }

  return {
    read,
    refuse: async (request, response, requirement) => {
      const result = requireSession(sessions, request.method, await read(request, response), requirement)
      return "refusal" in result ? result.refusal : null
    },
    sessionOf,
    requiredSessionOf: (request) => {
      const session = sessionOf(request)
      if (!session) throw new Error("This request may have no session. Add requireSession() before the handler.")
      return session
    }
  }
}

/**
 * The URL's host is only used for cookies and for URLs that are relative to it. So a request without one is accepted.
 */
const UNKNOWN_HOST = "localhost"

const webRequestOf = ({ headers, host, originalUrl, protocol }: NodeRequest): WebRequest => {
  const copy = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    // A pseudo-header of HTTP/2, such as `:path` (RFC 9113, section 8.3).
    if (name.startsWith(":")) continue
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) copy.append(name, one)
  }
  const url = URL.parse(`${protocol}://${host ?? UNKNOWN_HOST}`) ?? new URL(`${protocol}://${UNKNOWN_HOST}`)
  // Assigned apart from the host: as a relative URL, a path that begins with two slashes would name another host.
  const query = originalUrl.indexOf("?")
  url.pathname = query === -1 ? originalUrl : originalUrl.slice(0, query)
  url.search = query === -1 ? "" : originalUrl.slice(query)
  return { headers: copy, url: url.href }
}
