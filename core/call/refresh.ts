/** The refresher that asks the service: RFC 6749, section 6. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as OAuth from "../api/oauth-refresh.ts"
import { ApiConfig } from "../config.ts"
import { Refused, RequestError } from "../errors/request-error.ts"
import { call } from "./call.ts"
import type { Transport } from "../http/transport.ts"
import * as Refresher from "../session/refresher.ts"
import { Session, signedOut } from "../session/session.ts"

/** A refresher with this connection. */
export const over = (connection: Context.Context<ApiConfig | Transport>): Refresher.Refresher["Service"] => {
  const { projectId, publishableClientKey } = Context.get(connection, ApiConfig)
  const context = Context.add(connection, Session, signedOut)
  return Refresher.make((refreshToken) =>
    call(OAuth.refresh, {
      body: {
        grantType: "refresh_token",
        clientId: projectId,
        clientSecret: publishableClientKey ?? Redacted.make(""),
        refreshToken
      }
    }).pipe(
      Effect.map(({ accessToken }) => accessToken),
      Effect.catchTag("InvalidOAuthClientIdOrSecret", (error) =>
        Effect.fail(new RequestError({ endpoint: OAuth.refresh.name, reason: new Refused({ error }) }))),
      Effect.catchTag(
        ["RefreshTokenNotFoundOrExpired", "ProviderRejected"],
        () => Effect.fail(new Refresher.SessionEnded())
      ),
      Effect.provideContext(context)
    )
  )
}

export const layer: Layer.Layer<Refresher.Refresher, never, ApiConfig | Transport> = Layer.effect(
  Refresher.Refresher,
  Effect.map(Effect.context<ApiConfig | Transport>(), over)
)
