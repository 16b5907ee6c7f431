/**
 * The service for development and tests: with seeds, a mailbox, injected faults, a clock that can be moved, a request
 * log, the console and the control API.
 */
import { Context, Effect, Layer } from "effect"
import { handlers as providerPages } from "./development/provider-page/handlers.ts"
import { controls as consolePage } from "./development/console/page-routes.ts"
import { controls as consoleOwners } from "./development/console/owner-routes.ts"
import { controls as consoleProjects } from "./development/console/project-routes.ts"
import { controls as consoleUsers } from "./development/console/user-routes.ts"
import { type ContextOptions, layerContext } from "./context.ts"
import * as PasswordHasher from "./crypto/password-hasher.ts"
import { addBreachedPasswords, openBreachedPasswords } from "./breached-passwords/breached-passwords.ts"
import type { BreachedPasswordsUnusable } from "./breached-passwords/list-file.ts"
import { layerTest as passwordHasherTest } from "./development/password-hasher-test.ts"
import type { SecretsUnusable } from "./crypto/secrets/installation-secret.ts"
import { Deployment } from "./deployment/deployment.ts"
import { applyFaults } from "./development/faults/apply-faults.ts"
import * as Faults from "./development/faults/faults.ts"
import { makeBodyMemory } from "./http/body-memory.ts"
import { makeHandle } from "./http/handle.ts"
import { passThrough } from "./http/interceptor.ts"
import type { HandledRequest, LogEntry } from "./http/log-entry.ts"
import { observeNothing } from "./http/observer.ts"
import { makeOutage } from "./http/outage.ts"
import { requestDetail } from "./http/request-detail.ts"
import * as RequestLog from "./development/request-log.ts"
import * as MailStore from "./development/mailbox/mail-store.ts"
import * as Mailbox from "./development/mailbox/mailbox.ts"
import { handlers as contractHandlers } from "./resources.ts"
import * as ProjectKeys from "./resources/api-keys/project-keys.ts"
import * as ServiceClock from "./development/service-clock.ts"
import {
  type OptionInvalid,
  readAuditDays,
  readLifetime,
  readMaxRateLimits,
  readProxies,
  readSecrets,
  type ServiceOptions
} from "./service-options.ts"
import { makeService, type RequestContext, Service } from "./service.ts"
import * as AuditLog from "./audit/audit-log.ts"
import * as Database from "./sql/database.ts"
import type { DatabaseUnusable } from "./sql/database-file.ts"
import { handlers as apiDocument } from "./development/api-document/handlers.ts"
import { isControl, makeHandleControl } from "./development/control/handle-control.ts"
import { controls as mailboxControls } from "./development/mailbox/mailbox-routes.ts"
import { controls as ownControls } from "./development/control/routes.ts"
import { applyFirstStart, applySeed } from "./development/seed/apply-seed.ts"
import { readSeed } from "./development/seed/read-seed.ts"
import type { SeedInvalid } from "./development/seed/seed-invalid.ts"
import { controls as seedControls } from "./development/seed/seed-routes.ts"
import * as SeedSettings from "./development/seed/seed-settings.ts"

/** The reasons why a service does not start. A failed start damages nothing. */
export type StartError = BreachedPasswordsUnusable | OptionInvalid | SecretsUnusable | SeedInvalid | DatabaseUnusable

/** The services of a running service that a program may use. */
export type DevelopmentServices =
  | Service
  | AuditLog.AuditLog
  | Faults.Faults
  | Mailbox.Mailbox
  | ProjectKeys.ProjectKeys
  | RequestLog.RequestLog
  | ServiceClock.ServiceClock

/**
 * The endpoints of the contract, the API document and the pages of the embedded OAuth providers.
 *
 * @internal
 */
export const handlers = [...contractHandlers, ...apiDocument, ...providerPages]

/** Marks the requests that the console sends to the API. Pages of other origins cannot send it (CORS). */
const CONSOLE_HEADER = "x-keystile-console"

/**
 * The routes of the control API and of the console.
 *
 * @internal
 */
export const controls = [
  ...ownControls,
  ...mailboxControls,
  ...seedControls,
  ...consolePage,
  ...consoleOwners,
  ...consoleProjects,
  ...consoleUsers
]

/** A service without a password hasher. */
export const layerNoDeps = (
  options: ServiceOptions = {}
): Layer.Layer<DevelopmentServices, StartError, PasswordHasher.PasswordHasher> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const lifetimeSeconds = yield* readLifetime(options.accessTokenLifetimeSeconds)
      const auditDays = yield* readAuditDays(options.auditRetentionDays)
      const maxRateLimitFactor = yield* readMaxRateLimits(options.maxRateLimits)
      const secrets = yield* readSecrets(options.secrets)
      const trustedProxies = yield* readProxies(options.trustedProxies)
      // Before the database is opened, so that an unusable list or an invalid seed leaves no file.
      const path = options.breachedPasswords
      const list = path === undefined ? null : yield* openBreachedPasswords(path)
      const seed = options.seed === undefined ? null : yield* readSeed(options.seed)
      const settings = SeedSettings.makeSeedSettings(seed)

      const built = yield* Layer.build(
        developmentContext(options.database ?? Database.MEMORY, {
          lifetimeSeconds,
          auditDays,
          anonymousDays: null,
          secrets,
          smtp: options.smtp,
          limits: settings.limits,
          newProjects: settings.newProjects
        }).pipe(
          Layer.provideMerge(SeedSettings.layer(settings)),
          Layer.provideMerge(
            Layer.succeed(Deployment, {
              publicUrl: null,
              hasEmbeddedProviders: true,
              accessTokenSeconds: lifetimeSeconds,
              maxRateLimitFactor
            })
          )
        )
      )
      const context = yield* addBreachedPasswords(built, list)
      yield* Effect.provideContext(seed === null ? applyFirstStart : applySeed(seed), context)
      const service = makeDevelopmentService(context, options, trustedProxies)
      return context.pipe(
        Context.pick(
          AuditLog.AuditLog,
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

/** A service that hashes passwords with Argon2id, or with scrypt in a runtime without it. */
export const layer = (options: ServiceOptions = {}): Layer.Layer<DevelopmentServices, StartError> =>
  Layer.provide(layerNoDeps(options), PasswordHasher.layer)

/**
 * A service for tests: hashing passwords takes no time, and everything is synchronous, so that it works on `TestClock`.
 */
export const layerTest = (options: ServiceOptions = {}): Layer.Layer<DevelopmentServices, StartError> =>
  Layer.provide(layerNoDeps(options), passwordHasherTest)

/** Everything that handlers and tools use. */
const developmentContext = (database: string, options: ContextOptions) =>
  Layer.merge(layerContext(options), Layer.effect(PasswordHasher.PasswordHasher, PasswordHasher.PasswordHasher)).pipe(
    Layer.provideMerge(Layer.provide(Mailbox.layer, MailStore.layer)),
    Layer.provideMerge(Database.layer(database)),
    Layer.provideMerge(Layer.mergeAll(Faults.layer, RequestLog.layer, ServiceClock.layer))
  )

type DevelopmentContext = Layer.Success<ReturnType<typeof developmentContext>> | SeedSettings.SeedSettings

const makeDevelopmentService = (
  context: Context.Context<DevelopmentContext>,
  { allowedHosts = "any" }: ServiceOptions,
  trustedProxies: number
) => {
  const requestLog = Context.get(context, RequestLog.RequestLog)
  const options = {
    allowedHosts,
    trustedProxies,
    outage: makeOutage(),
    bodyMemory: makeBodyMemory(),
    intercept: applyFaults(Context.get(context, Faults.Faults)),
    observe: observeNothing,
    record: (entry: LogEntry, handled: HandledRequest) => requestLog.add(entry, requestDetail(handled))
  }
  const handle = makeHandle<RequestContext<DevelopmentContext>>(handlers, options)
  // No fault applies to the console itself, and the request log shows the requests of applications only.
  const handleConsole = makeHandle<RequestContext<DevelopmentContext>>(handlers, {
    ...options,
    intercept: passThrough,
    record: () => Effect.void
  })
  const handleControl = makeHandleControl<DevelopmentContext>(controls, options)
  return makeService(context, (request) => {
    if (isControl(request)) return handleControl(request)
    return request.headers[CONSOLE_HEADER] === "1" ? handleConsole(request) : handle(request)
  })
}
