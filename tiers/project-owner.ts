/**
 * Acts by the session of a project's owner: the access token of a user of the internal project replaces all keys.
 *
 * A transport that adds the current access token of the owner to every call of the project, so that the calls are the
 * same as with keys. If the service rejects the token, the request is sent once more with a refreshed one.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { NotAvailable, RequestError } from "../core/errors/request-error.ts"
import { header } from "../core/http/headers.ts"
import type { Transport, TransportRequest } from "../core/http/transport.ts"
import type { Session } from "../core/session/session.ts"
import { sameToken, type Tokens } from "../core/session/tokens.ts"

/**
 * The session of a user of the internal project who manages the app's project: `asProjectOwner` of any tier's calls.
 */
export interface ProjectOwnerSession {
  /** The session of the owner. */
  readonly session: Session["Service"]
  /** The network of the session; the app uses it, too. */
  readonly transport: Transport["Service"]
  /** The URL of the service. */
  readonly baseUrl: string
}

/** The errors after which a new token is tried. */
const refusals: ReadonlySet<string> = new Set([
  "UNPARSABLE_ADMIN_ACCESS_TOKEN",
  "ADMIN_ACCESS_TOKEN_EXPIRED",
  "INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN",
  "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN"
])

const signedOut = ({ method, url }: TransportRequest) =>
  new RequestError({
    endpoint: `${method} ${new URL(url).pathname}`,
    reason: new NotAvailable({
      cause: "ownerSignedOut",
      explanation: "the project's owner is not signed in any more"
    })
  })

/** Fails: an admin session cannot be used for OAuth or a token refresh. */
export const noOAuth: Effect.Effect<never, RequestError> = Effect.suspend(() =>
  Effect.fail(
    new RequestError({
      endpoint: "OAuth",
      reason: new NotAvailable({
        cause: "ownerSession",
        explanation: "an app that acts by its owner's session does neither OAuth nor token refresh"
      })
    })
  )
)

/** Makes the transport of an app that acts by its owner's session. */
export const ownerTransport = ({
  session: owner,
  transport
}: ProjectOwnerSession): Effect.Effect<Transport["Service"]> =>
  Effect.map(owner.stored, (start) => {
    // The app belongs to this user, and never acts as another one who signs in later.
    let ownerRefreshToken: Tokens["refreshToken"] = start.refreshToken

    const ownerToken = Effect.fnUntraced(function* (request: TransportRequest) {
      const { accessToken, refreshToken } = yield* owner.tokens
      ownerRefreshToken ??= refreshToken
      return accessToken !== null && sameToken(ownerRefreshToken, refreshToken)
        ? accessToken
        : yield* signedOut(request)
    })

    const sendAs = (request: TransportRequest, token: Redacted.Redacted<string>) =>
      transport.send({
        ...request,
        headers: { ...request.headers, [header.adminAccessToken]: Redacted.value(token) }
      })

    return {
      send: Effect.fnUntraced(function* (request) {
        if (!(header.projectId in request.headers)) {
          return request.url.includes("/auth/oauth/") ? yield* noOAuth : yield* transport.send(request)
        }
        const token = yield* ownerToken(request)
        const response = yield* sendAs(request, token)
        if (!refusals.has(response.header(header.knownError) ?? "")) return response
        yield* owner.markRefused(token)
        return yield* sendAs(request, yield* ownerToken(request))
      })
    }
  })
