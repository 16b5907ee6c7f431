/**
 * `keystile/express`: middleware of Express 5 that reads the session of each request.
 *
 * @example
 * import express from "express"
 * import { createKeystile } from "keystile/express"
 *
 * const keystile = createKeystile()
 * const app = express()
 * app.get("/", keystile.session(), (request, response) => {
 *   response.send(keystile.sessionOf(request) ? "Welcome back" : "Hello")
 * })
 * app.get("/api/notes", keystile.requireSession(), (request, response) => {
 *   response.json(notesOf(keystile.requiredSessionOf(request).claims.userId))
 * })
 */
import type { Request, RequestHandler } from "express"
import type { RequestSession } from "../tiers/verify/session-reader.ts"
import { makeNodeSessions } from "./node-sessions.ts"
import type { RequireSessionOptions } from "./refusal.ts"
import type { KeystileOptions, MaybeSession } from "./request-sessions.ts"

export type { KeystileOptions, MaybeSession, RequestSession, RequireSessionOptions }

/** The middleware for Express. */
export interface Keystile {
  /** Reads the session of the request for `sessionOf`. Cookies of a refreshed session are set on the response. */
  readonly session: () => RequestHandler
  /** As `session`, and responds to requests without a session: by default 401. With 503 if it cannot be verified. */
  readonly requireSession: (options?: RequireSessionOptions) => RequestHandler
  /**
   * Returns the session of a request: `null` without a session, `undefined` if it cannot be verified. Throws an error
   * if no middleware has read it.
   */
  readonly sessionOf: (request: Request) => MaybeSession
  /** Returns the session of a request that `requireSession` has admitted. Throws an error for another request. */
  readonly requiredSessionOf: (request: Request) => RequestSession
}

/**
 * Creates the middleware. Create it once per program: it caches the project's keys, and all requests share refreshes.
 * Throws `ConfigurationError` for a missing or invalid option. Options win over environment variables.
 *
 * Behind a proxy set Express's `trust proxy`, so that cookies of https pages are secure.
 */
export const createKeystile = (options: KeystileOptions = {}): Keystile => {
  const { read, refuse, requiredSessionOf, sessionOf } = makeNodeSessions<Request>(options)
  return {
    session: () => async (request, response, next) => {
      await read(request, response)
      next()
    },
    requireSession: (requirement) => async (request, response, next) => {
      const refusal = await refuse(request, response, requirement)
      if (refusal === null) return next()
      response.status(refusal.status).set(refusal.headers)
      return refusal.body === null ? response.end() : response.json(refusal.body)
    },
    sessionOf,
    requiredSessionOf
  }
}
