/**
 * `keystile/hono`: middleware of Hono that reads the session of each request, and a handler for a mounted service.
 *
 * @example
 * import { Hono } from "hono"
 * import { createKeystile } from "keystile/hono"
 *
 * const keystile = createKeystile()
 * const app = new Hono()
 *   .get("/", keystile.session(), (c) => c.text(c.var.session ? "Welcome back" : "Hello"))
 *   .get("/api/notes", keystile.requireSession(), (c) => c.json(notesOf(c.var.session.claims.userId)))
 *   .get("/notes", keystile.requireSession({ or: "redirect" }), (c) => c.html(pageOf(c.var.session.claims.userId)))
 */
import type { Context, Handler, MiddlewareHandler } from "hono"
import type { RequestSession } from "../tiers/verify/session-reader.ts"
import type { MountableService } from "./mountable-service.ts"
import { requireSession, type RequireSessionOptions } from "./refusal.ts"
import {
  type KeystileOptions,
  makeRequestSessions,
  type MaybeSession,
  type ReadSession,
  sessionInResponse
} from "./request-sessions.ts"
import { setNoStore, storeSession, SWITCHING_PROTOCOLS } from "./store-session.ts"

export type { KeystileOptions, MaybeSession, MountableService, RequestSession, RequireSessionOptions }

/** The middleware for Hono. */
export interface Keystile {
  /**
   * Sets `c.var.session` to the session of the request: `null` without a session, `undefined` if it cannot be verified.
   * Cookies of a refreshed session are set on the response.
   */
  readonly session: () => MiddlewareHandler<{ Variables: { session: MaybeSession } }>
  /** As `session`, and responds to requests without a session: by default 401. With 503 if it cannot be verified. */
  readonly requireSession: (
    options?: RequireSessionOptions
  ) => MiddlewareHandler<{ Variables: { session: RequestSession } }>
}

/**
 * Creates the middleware. Create it once per program: it caches the project's keys, and all requests share refreshes.
 * Throws `ConfigurationError` for a missing or invalid option. Options win over environment variables.
 */
export const createKeystile = (options: KeystileOptions = {}): Keystile => {
  const sessions = makeRequestSessions(options)
  const known = new WeakMap<Request, Promise<ReadSession>>()
  const read = (c: Context) => {
    const current = known.get(c.req.raw) ?? sessions.read(c.req.raw)
    known.set(c.req.raw, current)
    return current
  }
  return {
    session: () => async (c, next) => {
      const current = await read(c)
      c.set("session", current.session)
      await next()
      setHeaders(c, current)
    },
    requireSession: (options) => async (c, next) => {
      const current = await read(c)
      const result = requireSession(sessions, c.req.method, current, options)
      if ("session" in result) {
        c.set("session", result.session)
        await next()
      } else {
        const { body, headers, status } = result.refusal
        c.res = body === null ? c.body(null, status, headers) : c.json(body, status, headers)
      }
      setHeaders(c, current)
    }
  }
}

/** The sessions whose cookies are set. Several middleware of a route share one. */
const stored = new WeakSet<ReadSession>()

const setHeaders = (c: Context, current: ReadSession): void => {
  if (c.res.status === SWITCHING_PROTOCOLS) return
  const headers = {
    append: (name: string, value: string) => c.header(name, value, { append: true }),
    has: (name: string) => c.res.headers.has(name),
    set: (name: string, value: string) => c.header(name, value)
  }
  const session = sessionInResponse(current)
  // A middleware between two that read the session may have set `Cache-Control`.
  if (stored.has(current)) return setNoStore(headers, session)
  stored.add(current)
  storeSession(headers, session)
}

/** The bindings of `@hono/node-server`. */
interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } }
}

/**
 * Returns the handler of a mounted service, for `app.all` with the path of its public URL. The address of a client is
 * that of its connection with `@hono/node-server`; on other runtimes the service needs `trustedProxies`.
 *
 * @example
 * app.all("/api/auth/*", serviceHandler(service))
 */
export const serviceHandler =
  (service: MountableService): Handler<{ Bindings: NodeBindings }> =>
  ({ env, req }) =>
    service.handler(req.raw, { address: env?.incoming?.socket?.remoteAddress })
