/** The service in production: without the tools of development, and without projects until an operator creates one. */
import { Context, Effect, Layer, Redacted } from "effect"
import { updateOwnersProject } from "./administration/owners-project.ts"
import { layerContext } from "./context.ts"
import { addBreachedPasswords, openBreachedPasswords } from "./breached-passwords/breached-passwords.ts"
import type { BreachedPasswordsUnusable } from "./breached-passwords/list-file.ts"
import * as CheckedDatabase from "./crypto/secrets/checked-database.ts"
import { SignatureCheck, verifyOffThread } from "./crypto/jwt.ts"
import * as PasswordHasher from "./crypto/password-hasher.ts"
import type { SecretsUnusable } from "./crypto/secrets/installation-secret.ts"
import { Deployment } from "./deployment/deployment.ts"
import { mountAt, mountPathOf } from "./deployment/mount-path.ts"
import type { ServiceRequest } from "./request/service-request.ts"
import { onlyHostOf } from "./http/allowed-hosts.ts"
import { makeBodyMemory } from "./http/body-memory.ts"
import { makeHandle } from "./http/handle.ts"
import { passThrough } from "./http/interceptor.ts"
import type { Observer } from "./http/observer.ts"
import { makeOutage } from "./http/outage.ts"
import { textResponse } from "./http/response.ts"
import { SharedMail } from "./mail/shared-mail.ts"
import * as Drain from "./operations/drain.ts"
import { handleHealth } from "./operations/health.ts"
import * as Metrics from "./operations/metrics.ts"
import * as QueueGauges from "./operations/queue-gauges.ts"
import * as Readiness from "./operations/readiness.ts"
import { logRequests } from "./operations/request-logger.ts"
import { traceRequests } from "./operations/request-tracer.ts"
import { type Configuration, deploymentOf } from "./production/configuration.ts"
import { senderOf } from "./production/describe-configuration.ts"
import { layerLog, layerNone } from "./production/mail-writers.ts"
import { smtpServerOf } from "./production/mail-server.ts"
import { handlers as ownerPages } from "./pages/owner-pages.ts"
import { handlers } from "./resources.ts"
import { makeService, type RequestContext, Service } from "./service.ts"
import * as Database from "./sql/database.ts"
import * as ReadReplica from "./sql/replica/read-replica.ts"
import * as WebhookPost from "./webhooks/webhook-post.ts"
import type { DatabaseUnusable } from "./sql/database-file.ts"

/** Everything that handlers use. */
const layerContextOf = (configuration: Configuration) => {
  const { accessTokenLifetime, anonymousRetention, auditRetention } = configuration
  const { database, mail, privateSmtp, privateWebhooks, secrets } = configuration
  return Layer.merge(
    layerContext({
      lifetimeSeconds: accessTokenLifetime,
      auditDays: auditRetention,
      anonymousDays: anonymousRetention,
      secrets,
      smtp: { addresses: privateSmtp ? "private" : "public", tls: "remote" },
      limits: new Map(),
      newProjects: { current: {} }
    }),
    PasswordHasher.layer
  ).pipe(
    Layer.provide(Layer.succeed(SignatureCheck, verifyOffThread)),
    Layer.provideMerge(mail.type === "log" ? layerLog : layerNone),
    Layer.provideMerge(WebhookPost.layer(privateWebhooks ? "private" : "public")),
    Layer.provideMerge(CheckedDatabase.layer(database, secrets)),
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.succeed(Deployment, deploymentOf(configuration)),
        Layer.succeed(SharedMail, {
          address: senderOf(configuration),
          server: mail.type === "log" ? null : smtpServerOf(mail)
        })
      )
    ),
    Database.unusableWhenUnavailable(Redacted.value(database))
  )
}

/** The same with what operators observe. */
const productionContext = (configuration: Configuration) =>
  Layer.mergeAll(
    Readiness.layer,
    QueueGauges.layer,
    ReadReplica.layer(configuration.databaseReplica, configuration.database)
  ).pipe(Layer.provideMerge(layerContextOf(configuration)), Layer.provideMerge(Layer.merge(Drain.layer, Metrics.layer)))

type ProductionContext = Layer.Success<ReturnType<typeof productionContext>>

/** The services of a running service that a program may use. */
export type ProductionServices = Service | Drain.Drain | Metrics.Metrics | QueueGauges.QueueGauges | Readiness.Readiness

/** The service of a configuration. */
export const layer = (
  configuration: Configuration
): Layer.Layer<ProductionServices, BreachedPasswordsUnusable | DatabaseUnusable | SecretsUnusable> =>
  Layer.effectContext(
    Effect.gen(function* () {
      // Before the database is opened, so that an unusable list leaves no file.
      const path = configuration.breachedPasswords
      const list = path === null ? null : yield* openBreachedPasswords(path)
      const context = yield* addBreachedPasswords(yield* Layer.build(productionContext(configuration)), list)
      yield* Effect.provideContext(updateOwnersProject, context)
      const metrics = Context.get(context, Metrics.Metrics)
      const readiness = Context.get(context, Readiness.Readiness)
      const mountPath = mountPathOf(configuration.publicUrl)
      const handle = makeHandle<RequestContext<ProductionContext>>([...handlers, ...ownerPages], {
        allowedHosts: onlyHostOf(configuration.publicUrl),
        mountPath,
        trustedProxies: configuration.trustedProxies,
        outage: makeOutage(),
        bodyMemory: makeBodyMemory(),
        intercept: passThrough,
        observe: observerOf(configuration, metrics),
        record: () => Effect.void
      })
      const service = makeService(context, handle)
      const health = handleHealth(readiness)
      const handleHere = (request: ServiceRequest) => health(request) ?? service.handle(request)
      return context.pipe(
        Context.pick(Drain.Drain, Metrics.Metrics, QueueGauges.QueueGauges, Readiness.Readiness),
        Context.add(Service, {
          // Probes of the service's own port have no mount path.
          handle: mountAt(mountPath, handleHere, (request) => health(request) ?? Effect.succeed(outsideOf(mountPath)))
        })
      )
    })
  )

/** The response to a request that is not below the mount path. */
const outsideOf = (mountPath: string) =>
  textResponse(404, `This service is at ${mountPath}, and the path of the request does not start with it.`)

/** Around each request: the span, in it the line of the log, in it the metrics. */
const observerOf =
  ({ requestLog }: Configuration, metrics: Metrics.Metrics["Service"]): Observer =>
  (request, handled) => {
    const measured = metrics.observe(request, handled)
    return traceRequests(request, requestLog ? logRequests(request, measured) : measured)
  }
