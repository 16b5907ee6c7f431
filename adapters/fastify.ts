/**
 * `keystile/fastify`: hooks of Fastify that read the session of each request, and a plugin for a mounted service.
 *
 * @example
 * import Fastify from "fastify"
 * import { createKeystile } from "keystile/fastify"
 *
 * const keystile = createKeystile()
 * const app = Fastify()
 * app.get("/", { preHandler: keystile.session() }, (request) =>
 *   keystile.sessionOf(request) ? "Welcome back" : "Hello"
 * )
 * app.get("/api/notes", { preHandler: keystile.requireSession() }, (request) =>
 *   notesOf(keystile.requiredSessionOf(request).claims.userId)
 * )
 */
import type { FastifyPluginCallback } from "fastify"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { RequestSession } from "../tiers/verify/session-reader.ts"
import type { NodeResponse } from "./call-before-head.ts"
import { makeNodeSessions, type NodeRequest } from "./node-sessions.ts"
import type { RequireSessionOptions } from "./refusal.ts"
import type { KeystileOptions, MaybeSession } from "./request-sessions.ts"

export type { KeystileOptions, MaybeSession, NodeRequest, NodeResponse, RequestSession, RequireSessionOptions }

/** The fields of a reply of Fastify that are used here. */
export interface HookReply {
  /** The response of Node. */
  readonly raw: NodeResponse
  /** Sets the status. */
  code(status: number): unknown
  /** Sets headers. */
  headers(headers: Record<string, string>): unknown
  /** Sends the reply. */
  send(body: unknown): unknown
}

/** A hook `preHandler` for servers with HTTP/1 or HTTP/2. */
export type SessionHook = (request: NodeRequest, reply: HookReply) => Promise<unknown>

/** The hooks for Fastify. */
export interface Keystile {
  /** Reads the session of the request for `sessionOf`. Cookies of a refreshed session are set on the reply. */
  readonly session: () => SessionHook
  /** As `session`, and responds to requests without a session: by default 401. With 503 if it cannot be verified. */
  readonly requireSession: (options?: RequireSessionOptions) => SessionHook
  /**
   * Returns the session of a request: `null` without a session, `undefined` if it cannot be verified. Throws an error
   * if no hook has read it.
   */
  readonly sessionOf: (request: NodeRequest) => MaybeSession
  /** Returns the session of a request that `requireSession` has admitted. Throws an error for another request. */
  readonly requiredSessionOf: (request: NodeRequest) => RequestSession
}

/**
 * Creates the hooks. Create them once per program: they cache the project's keys, and all requests share refreshes.
 * Throws `ConfigurationError` for a missing or invalid option. Options win over environment variables.
 *
 * Behind a proxy set Fastify's `trustProxy`, so that cookies of https pages are secure.
 */
export const createKeystile = (options: KeystileOptions = {}): Keystile => {
  const { read, refuse, requiredSessionOf, sessionOf } = makeNodeSessions<NodeRequest>(options)
  return {
    session: () => async (request, reply) => void (await read(request, reply.raw)),
    requireSession: (requirement) => async (request, reply) => {
      const refusal = await refuse(request, reply.raw, requirement)
      if (refusal === null) return undefined
      reply.code(refusal.status)
      reply.headers({ ...refusal.headers })
      reply.send(refusal.body ?? "")
      return reply
    },
    sessionOf,
    requiredSessionOf
  }
}

/** A service that is mounted in the application: the result of `createService` of `keystile/service/production`. */
export interface MountableService {
  /** Responds to a request of Node. */
  readonly nodeListener: (request: IncomingMessage, response: ServerResponse) => void
}

/**
 * Returns a plugin with the routes of a mounted service. The path is that of its public URL.
 *
 * @example
 * app.register(serviceRoutes(service, "/api/auth"))
 */
export const serviceRoutes =
  (service: MountableService, path: string): FastifyPluginCallback =>
  (scope, _options, done) => {
    // The service reads bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null))
    scope.all(`${path}/*`, (request, reply) => {
      reply.hijack()
      service.nodeListener(request.raw, reply.raw)
    })
    done()
  }
