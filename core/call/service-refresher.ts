/**
 * The refresher that requests access tokens from the service (RFC 6749, section 6). `core/session/session.ts` decides
 * when to refresh.
 *
 * Refresh tokens do not rotate, so a refresh is repeated like any idempotent call: five attempts after lost connections
 * (`retrySchedule`), two after timeouts.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { PUBLIC_CLIENT_SECRET } from "../api/oauth/public-client.ts"
import * as OAuth from "../api/oauth/refresh.ts"
import { ApiConfig } from "../config/api-config.ts"
import { Refused, RequestError } from "../errors/request-error.ts"
import { call } from "./call.ts"
import { makeShared } from "../sharing/shared-values.ts"
import { CallTrace } from "../http/tracing.ts"
import { Transport } from "../http/transport.ts"
import * as Refresher from "../session/refresher.ts"
import { Session, signedOut } from "../session/session.ts"

/** Makes a refresher with a configuration and a transport. It holds no secret keys, because it may outlive its app. */
const makeServiceRefresher = (services: Context.Context<ApiConfig | Transport>): Refresher.Refresher["Service"] => {
  const config = Context.get(services, ApiConfig)
  const { attemptTimeoutMillis, projectId, publishableClientKey } = config
  const context = services.pipe(
    Context.add(ApiConfig, { ...config, secretServerKey: undefined, superSecretAdminKey: undefined }),
    Context.add(Session, signedOut)
  )
  const refresh = (refreshToken: Redacted.Redacted<string>) =>
    call(OAuth.refresh, {
      body: {
        grantType: "refresh_token",
        clientId: projectId,
        clientSecret: publishableClientKey ?? Redacted.make(PUBLIC_CLIENT_SECRET),
        refreshToken
      }
    }).pipe(
      Effect.map(({ accessToken }) => accessToken),
      Effect.catchTag("InvalidOAuthClientIdOrSecret", (error) =>
        Effect.fail(new RequestError({ endpoint: OAuth.refresh.name, reason: new Refused({ error }) }))
      ),
      Effect.catchTag(["RefreshTokenNotFoundOrExpired", "ProviderRejected"], () =>
        Effect.fail(new Refresher.SessionEnded())
      ),
      Effect.provideContext(context)
    )
  return Refresher.make(refresh, attemptTimeoutMillis)
}

const refreshers = makeShared<Refresher.Refresher["Service"]>()

/**
 * Returns the refresher of a configuration and a transport, one per process, so that apps that are made for each
 * request share the refreshes of a session.
 */
export const getShared = (services: Context.Context<ApiConfig | Transport>): Refresher.Refresher["Service"] => {
  const config = Context.get(services, ApiConfig)
  const { attemptTimeoutMillis, baseUrl, callTimeoutMillis, maxResponseBytes, maxRetryAfterMillis, projectId } = config
  const { publishableClientKey } = config
  return refreshers(
    {
      objects: [Context.get(services, Transport), Context.get(services, CallTrace), config.retry],
      key: [
        baseUrl,
        projectId,
        publishableClientKey && Redacted.value(publishableClientKey),
        attemptTimeoutMillis,
        callTimeoutMillis,
        maxRetryAfterMillis,
        maxResponseBytes
      ]
    },
    () => makeServiceRefresher(services)
  )
}

/** Refreshes access tokens at the service. Clients with the same configuration share their refreshes. */
export const layer: Layer.Layer<Refresher.Refresher, never, ApiConfig | Transport> = Layer.fresh(
  Layer.effect(Refresher.Refresher, Effect.map(Effect.context<ApiConfig | Transport>(), getShared))
)
