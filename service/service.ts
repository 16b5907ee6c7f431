/**
 * The service: implements the contract of `core/api` on SQLite or PostgreSQL.
 *
 * ```
 *   server/     listen (HTTP) · in-memory (a Transport) · web-handler (Request → Response)
 *                 ↓ Service.handle
 *   http/       host → route → caller → tier → body → rate limit → handler → response
 *   endpoint/   `implement`: joins an endpoint of the contract to its handler
 *                 request/ · validation/ · response/: what it reads, refuses and returns
 *   resources/  handlers decide, stores hold the SQL of a resource
 *   crypto/     passwords, access tokens     sql/        drivers, transactions, migrations
 *   mail/       rendering, SMTP, mailbox     webhooks/   events, delivery
 *   providers/  OAuth provider definitions   pruning/    deletes expired rows
 *   time/       the clock of the service     network/    resolves hosts, and checks their IP addresses
 * ```
 *
 * `production.ts` adds production/ (configuration, checks) and operations/ (health, metrics, logs, traces, the end).
 * `development.ts` adds development/ (control API, seeds, API document, console, provider pages, faults, mailbox,
 * clock).
 *
 * @example
 * const program = Effect.gen(function*() {
 *   const [project] = yield* (yield* ProjectKeys).list
 *   const { url } = yield* listen({ port: 8102 })
 *   …
 * })
 * program.pipe(Effect.scoped, Effect.provide(Development.layer({ database: "keystile.db" })))
 */
import { Clock, Context, Effect, References, Tracer } from "effect"
import { ClockLead } from "./time/clock-lead.ts"
import type { Caller } from "./request/caller.ts"
import type { ResponseHeaders } from "./response/response-headers.ts"
import type { ServiceRequest } from "./request/service-request.ts"
import type { ServiceResponse } from "./response/service-response.ts"
import { Pruner } from "./pruning/pruner.ts"

/** The running service. */
export class Service extends Context.Service<
  Service,
  {
    /** Handles a request in the fiber of the caller: on its clock, and interrupted with it. */
    readonly handle: (request: ServiceRequest) => Effect.Effect<ServiceResponse>
  }
>()("keystile/service/Service") {}

/**
 * The context of a handler: that of the service and that of its request.
 *
 * @internal
 */
export type RequestContext<C> = C | Caller | ResponseHeaders

/** Turns spans off under Effect's native tracer, which exports none. Otherwise each SQL statement would create one. */
const unlessTraced = (callers: Context.Context<never>): Context.Context<never> =>
  Context.get(callers, Tracer.Tracer) === Tracer.nativeTracer
    ? Context.add(callers, References.TracerEnabled, false)
    : callers

/**
 * Runs a function that handles requests in the context of the service.
 *
 * @internal
 */
export const makeService = <C>(
  context: Context.Context<C | Pruner>,
  handle: (request: ServiceRequest) => Effect.Effect<ServiceResponse, never, C | Pruner>
): Service["Service"] => {
  const { run } = Context.get(context, ClockLead)
  const { pruneWhenDue } = Context.get(context, Pruner)
  // Most requests have the same caller, such as the HTTP server, and so the same context and clock.
  let last: { readonly callers: Context.Context<never>; readonly merged: Context.Context<C | Pruner> } | undefined
  const withOwn = (callers: Context.Context<never>) => {
    if (last?.callers !== callers) {
      const clock = Effect.runSyncWith(callers)(run(Clock.Clock))
      last = { callers, merged: Context.merge(unlessTraced(callers), context).pipe(Context.add(Clock.Clock, clock)) }
    }
    return last.merged
  }
  return {
    // Services with the same key in the caller's context are overridden. Its clock, logger and tracer are used.
    handle: (request) => {
      const handled: Effect.Effect<ServiceResponse, never, C | Pruner> = Effect.tap(handle(request), pruneWhenDue)
      return Effect.updateContext(handled, withOwn)
    }
  }
}
