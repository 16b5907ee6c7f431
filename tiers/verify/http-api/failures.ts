/** The errors of requests that are not authenticated, and their responses. */
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"

/** The request has no valid session or API key. The reason is not revealed. */
export class Unauthenticated extends Schema.TaggedError<Unauthenticated>("keystile/http-api/Unauthenticated")(
  "Unauthenticated",
  { message: Schema.String },
  { httpApiStatus: 401 }
) {}

/** The session or API key cannot be verified, because the service is unreachable. */
export class AuthenticationUnavailable extends Schema.TaggedError<AuthenticationUnavailable>(
  "keystile/http-api/AuthenticationUnavailable"
)("AuthenticationUnavailable", { message: Schema.String }, { httpApiStatus: 503 }) {}

export type Failure = Unauthenticated | AuthenticationUnavailable

export const makeUnauthenticated = (message: string) => new Unauthenticated({ message })

/** The response tells the client to try again. The cause is logged. */
export const unavailable = ({ message }: Error) =>
  Effect.andThen(
    Effect.logWarning(`A request cannot be authenticated. ${message}`),
    new AuthenticationUnavailable({ message: "The request cannot be authenticated now. Try again later." })
  )

/** A 401 response names a scheme (RFC 9110, section 11.6.1). */
const nameScheme = HttpEffect.appendPreResponseHandler((_, response) =>
  Effect.succeed(
    response.status === 401 ? HttpServerResponse.setHeader(response, "www-authenticate", "Bearer") : response
  )
)

/**
 * Authenticates the current request. An API tries one scheme of a middleware after the other and reports the last
 * failure, so a request that has failed is not read again.
 */
export const makeAuthenticateOnce = () => {
  const failures = new WeakMap<object, Failure>()
  return <A>(read: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<A, Failure>) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const failed = failures.get(request)
      if (failed !== undefined) return yield* failed
      return yield* read(request).pipe(
        Effect.tapError((failure) =>
          Effect.andThen(
            nameScheme,
            Effect.sync(() => void failures.set(request, failure))
          )
        )
      )
    })
}
