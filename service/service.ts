/**
 * The service: implements the contract of `core/api` on SQLite or PostgreSQL.
 *
 * ```
 * listen (HTTP) · in-memory (a Transport) · web-handler (Request → Response)
 *                         Service.handle
 *   http/       host → route → caller → tier → body → handler → response; rate limits
 *   endpoint/   `implement`: joins an endpoint of the contract to its handler
 *   resources/  handlers decide, stores hold the SQL of a resource
 *   crypto/     passwords, access tokens     sql/        drivers, transactions, migrations
 *   mail/       rendering, SMTP, mailbox     webhooks/   events, delivery
 *   providers/  OAuth provider definitions   pruning/    deletes expired rows
 *   tools/      control API at /_keystile, seeds, API document     faults/  injected faults
 * ```
 *
 * @example
 * const program = Effect.gen(function*() {
 *   const [project] = yield* (yield* ProjectKeys).list
 *   const { url } = yield* listen({ port: 8102 })
 *   …
 * })
 * program.pipe(Effect.scoped, Effect.provide(layer({ database: "keystile.db" })))
 */
import { Clock, Context, Effect, Layer, References, Tracer } from "effect"
import * as AccessTokens from "./crypto/access-tokens.ts"
import * as PasswordHasher from "./crypto/password-hasher.ts"
import { layerTest as passwordHasherTest } from "./crypto/password-hasher-test.ts"
import * as ServerSecret from "./crypto/server-secret-store.ts"
import type { Caller } from "./endpoint/caller.ts"
import type { ResponseHeaders } from "./endpoint/response-headers.ts"
import type { ServiceRequest, ServiceResponse } from "./endpoint/service-request.ts"
import * as Faults from "./faults/faults.ts"
import { makeBodyMemory } from "./http/body-memory.ts"
import { type HandleOptions, makeHandle } from "./http/handle.ts"
import { makeOutage } from "./http/outage.ts"
import * as RateLimits from "./http/rate-limits/rate-limits.ts"
import * as RequestLog from "./http/request-log.ts"
import * as MailStore from "./mail/mail-store.ts"
import * as Mailbox from "./mail/mailbox.ts"
import * as Smtp from "./mail/smtp.ts"
import * as ExpiredRowsStore from "./pruning/expired-rows-store.ts"
import * as Pruner from "./pruning/pruner.ts"
import { controls, handlers, layer as resources } from "./resources.ts"
import * as ProjectKeys from "./resources/api-keys/project-keys.ts"
import * as Mailer from "./resources/emails/mailer.ts"
import { DefaultProjectSettings } from "./resources/projects/new-project.ts"
import * as ServiceClock from "./service-clock.ts"
import { type OptionInvalid, readLifetime, readProxies, type ServiceOptions } from "./service-options.ts"
import * as Database from "./sql/database.ts"
import type { DatabaseUnusable } from "./sql/database-file.ts"
import { isControl, makeHandleControl } from "./tools/control/handle-control.ts"
import { applyFirstStart, applySeed } from "./tools/seed/apply-seed.ts"
import { readSeed, type Seed, type SeedInvalid } from "./tools/seed/seed.ts"

/** The reasons why a service does not start. A failed start damages nothing. */
export type StartError = OptionInvalid | SeedInvalid | DatabaseUnusable

export class Service extends Context.Service<
  Service,
  {
    /** Handles a request in the fiber of the caller: on its clock, and interrupted with it. */
    readonly handle: (request: ServiceRequest) => Effect.Effect<ServiceResponse>
  }
>()("keystile/service/Service") {}

/** The services of a running service that a program may use. */
export type Running =
  | Service
  | Faults.Faults
  | Mailbox.Mailbox
  | ProjectKeys.ProjectKeys
  | RequestLog.RequestLog
  | ServiceClock.ServiceClock

/** A service without a password hasher. */
export const layerNoDeps = (
  options: ServiceOptions = {}
): Layer.Layer<Running, StartError, PasswordHasher.PasswordHasher> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const lifetimeSeconds = yield* readLifetime(options.accessTokenLifetimeSeconds)
      const trustedProxies = yield* readProxies(options.trustedProxies)
      // Before the database is opened, so that an invalid seed leaves no file.
      const seed = options.seed === undefined ? null : yield* readSeed(options.seed)

      const context = yield* Layer.build(contextLayer(options, lifetimeSeconds, seed))
      yield* Effect.provideContext(seed === null ? applyFirstStart : applySeed(seed), context)
      const service = makeService(context, {
        allowedHosts: options.allowedHosts ?? "any",
        trustedProxies,
        outage: makeOutage(),
        bodyMemory: makeBodyMemory()
      })
      return context.pipe(
        Context.pick(
          Faults.Faults,
          Mailbox.Mailbox,
          ProjectKeys.ProjectKeys,
          RequestLog.RequestLog,
          ServiceClock.ServiceClock
        ),
        Context.add(Service, service)
      )
    })
  ).pipe(Database.unusableWhenUnavailable(options.database ?? Database.MEMORY))

/** A service that hashes passwords with scrypt. */
export const layer = (options: ServiceOptions = {}): Layer.Layer<Running, StartError> =>
  Layer.provide(layerNoDeps(options), PasswordHasher.layer)

/**
 * A service for tests: hashing passwords takes no time, and everything is synchronous, so that it works on `TestClock`.
 */
export const layerTest = (options: ServiceOptions = {}): Layer.Layer<Running, StartError> =>
  Layer.provide(layerNoDeps(options), passwordHasherTest)

/** Everything that handlers use. */
const contextLayer = (
  { database = Database.MEMORY, smtp }: ServiceOptions,
  lifetimeSeconds: number,
  seed: Seed | null
) => {
  const limits = new Map(seed?.projects.flatMap(({ id, limits }) => (limits === undefined ? [] : [[id, limits]])))
  const passwordHasher = Layer.effect(PasswordHasher.PasswordHasher, PasswordHasher.PasswordHasher)
  const mailbox = Layer.provide(Mailbox.layer, MailStore.layer)
  return Layer.mergeAll(
    Layer.provide(AccessTokens.layer(lifetimeSeconds), ServerSecret.layer),
    Layer.provide(Pruner.layer, ExpiredRowsStore.layer(lifetimeSeconds * 1000)),
    Layer.succeed(DefaultProjectSettings, seed?.newProjects ?? {}),
    Layer.provideMerge(Mailer.layer, Layer.merge(mailbox, Smtp.layer(smtp))),
    ProjectKeys.layer,
    RateLimits.layer(limits),
    passwordHasher
  ).pipe(
    Layer.provideMerge(resources),
    Layer.provideMerge(Database.layer(database)),
    Layer.provideMerge(Layer.mergeAll(Faults.layer, RequestLog.layer, ServiceClock.layer))
  )
}

type HandlerContext = Layer.Success<ReturnType<typeof contextLayer>>

/** Turns spans off under Effect's native tracer, which exports none. Otherwise each SQL statement would create one. */
const unlessTraced = (callers: Context.Context<never>): Context.Context<never> =>
  Context.get(callers, Tracer.Tracer) === Tracer.nativeTracer
    ? Context.add(callers, References.TracerEnabled, false)
    : callers

const makeService = (context: Context.Context<HandlerContext>, options: HandleOptions): Service["Service"] => {
  const { run } = Context.get(context, ServiceClock.ServiceClock)
  const { pruneWhenDue } = Context.get(context, Pruner.Pruner)
  const handle = makeHandle<HandlerContext | Caller | ResponseHeaders>(handlers, options)
  const handleControl = makeHandleControl<HandlerContext>(controls, options)
  // Most requests have the same caller, such as the HTTP server, and so the same context and clock.
  let last: { readonly callers: Context.Context<never>; readonly merged: Context.Context<HandlerContext> } | undefined
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
      const response: Effect.Effect<ServiceResponse, never, HandlerContext> = isControl(request)
        ? handleControl(request)
        : handle(request)
      const handled: Effect.Effect<ServiceResponse, never, HandlerContext> = Effect.tap(response, pruneWhenDue)
      return Effect.updateContext(handled, withOwn)
    }
  }
}
