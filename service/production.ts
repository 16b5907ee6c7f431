/** The service in production: without the tools of development, and without projects until an operator creates one. */
import { Effect, Layer, Redacted } from "effect"
import { layerContext } from "./context.ts"
import * as PasswordHasher from "./crypto/password-hasher.ts"
import { Deployment } from "./endpoint/deployment.ts"
import { makeBodyMemory } from "./http/body-memory.ts"
import { makeHandle } from "./http/handle.ts"
import { passThrough } from "./http/interceptor.ts"
import { makeOutage } from "./http/outage.ts"
import { SharedMail } from "./mail/shared-mail.ts"
import type { Configuration } from "./production/configuration.ts"
import { senderOf } from "./production/describe-configuration.ts"
import { layerLog, layerNone } from "./production/mail-writers.ts"
import { smtpServerOf } from "./production/mail-server.ts"
import { handlers } from "./resources.ts"
import { makeService, type RequestContext, Service } from "./service.ts"
import * as Database from "./sql/database.ts"
import type { DatabaseUnusable } from "./sql/database-file.ts"

/** Everything that handlers use, without a port: for the service and for commands of the operator. */
export const layerContextOf = (configuration: Configuration) => {
  const { accessTokenLifetime, database, mail, privateSmtp, publicUrl } = configuration
  return Layer.merge(
    layerContext({
      lifetimeSeconds: accessTokenLifetime,
      smtp: { addresses: privateSmtp ? "private" : "public", tls: "remote" },
      limits: new Map(),
      newProjects: {}
    }),
    PasswordHasher.layer
  ).pipe(
    Layer.provideMerge(mail.type === "log" ? layerLog : layerNone),
    Layer.provideMerge(Database.layer(Redacted.value(database))),
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.succeed(Deployment, { publicUrl, hasEmbeddedProviders: false }),
        Layer.succeed(SharedMail, {
          address: senderOf(configuration),
          server: mail.type === "log" ? null : smtpServerOf(mail)
        })
      )
    ),
    Database.unusableWhenUnavailable(Redacted.value(database))
  )
}

type ProductionContext = Layer.Success<ReturnType<typeof layerContextOf>>

/** The service of a configuration. */
export const layer = (configuration: Configuration): Layer.Layer<Service, DatabaseUnusable> =>
  Layer.effect(
    Service,
    Effect.gen(function* () {
      const context = yield* Layer.build(layerContextOf(configuration))
      const handle = makeHandle<RequestContext<ProductionContext>>(handlers, {
        allowedHosts: { only: new URL(configuration.publicUrl).host },
        trustedProxies: configuration.trustedProxies,
        outage: makeOutage(),
        bodyMemory: makeBodyMemory(),
        intercept: passThrough,
        record: () => Effect.void
      })
      return makeService(context, handle)
    })
  )
