/** The sign-in service, and the middleware of the API that calls it without the network. */
import { Config, Effect, Layer } from "effect"
import { layerSession, layerUser } from "keystile/http-api"
import * as Server from "keystile/server"
import * as Service from "keystile/service/production"
import * as Verify from "keystile/verify"

const options = Config.all({
  publicUrl: Config.String("KEYSTILE_PUBLIC_URL"),
  database: Config.Redacted("KEYSTILE_DB"),
  secrets: Config.Redacted("KEYSTILE_SECRETS"),
  mail: Config.Redacted("KEYSTILE_MAIL"),
  trustedProxies: Config.Int("KEYSTILE_TRUSTED_PROXIES").pipe(Config.withDefault(0)),
  privateSmtp: Config.Boolean("KEYSTILE_PRIVATE_SMTP").pipe(Config.withDefault(false)),
  privateWebhooks: Config.Boolean("KEYSTILE_PRIVATE_WEBHOOKS").pipe(Config.withDefault(false))
})

/** The service, and its routes below the path of `KEYSTILE_PUBLIC_URL`. */
export const layerService = Layer.unwrap(Effect.map(options, Service.layerRouter))

/** Verifies who is calling: access tokens here, and users by the server tier. */
export const layerMiddleware = Layer.merge(layerSession, layerUser).pipe(
  Layer.provide([Verify.layerSessionsNoDeps(), Server.layerNoDeps({ tokenStore: null })]),
  Layer.provide(Service.layerTransport)
)
