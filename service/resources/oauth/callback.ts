/**
 * Completes an OAuth flow: handles the redirect from the provider, and redirects to the application.
 *
 * Checks in this order: cookie, flow, expiry, response of the provider, redirect URLs, account. Then it issues an
 * authorization code.
 */
import { Clock, Effect } from "effect"
import { callback, callbackByForm } from "../../../core/api/oauth/callback.ts"
import type { KnownError } from "../../../core/errors/known-errors.ts"
import {
  OAuthProviderAccessDenied,
  OAuthProviderNotFoundOrNotEnabled,
  OuterOAuthTimeout
} from "../../../core/errors/oauth.ts"
import { providerName } from "../../../look/providers.ts"
import { RawResponse, textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { ownUrl } from "../../deployment/own-url.ts"
import type { ReceivedRequest } from "../../request/received-request.ts"
import { ProjectStore } from "../projects/project-store.ts"
import { requireTrustedRedirect } from "../projects/trusted-redirect.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { authorizationResponse, requireTrustedAfterwards } from "./authorization-response.ts"
import { completeFlow, flowEnded } from "./complete-flow.ts"
import { finishEmbedded } from "./embedded-provider.ts"
import { errorUrl } from "./error-url.ts"
import { type OAuthFlow, FlowStore } from "./flow-store.ts"
import { dropStateCookie, isOwnFlow } from "./flow-cookie.ts"
import { callbackPath, type ProviderClient, findProviderClient } from "./provider-client.ts"
import { providerUnreachable } from "./provider-error.ts"
import { finishRemote } from "./remote-provider.ts"

/** The URL contains the provider's code and state, which must not be sent as a referrer. */
const headers = { "referrer-policy": "no-referrer" }

type Parameters = Readonly<Record<string, string>>

const finish = Effect.fnUntraced(function* (providerId: string, parameters: Parameters, received: ReceivedRequest) {
  const origin = yield* ownUrl(received)
  const { state = "" } = parameters
  yield* dropStateCookie(state, origin)
  if (!isOwnFlow(received, state, origin)) {
    return yield* textError(
      400,
      "The cookie of this sign-in is missing. Was the page loaded again? Please sign in again."
    )
  }
  const flow = yield* (yield* FlowStore).take(state)
  if (flow === null) return yield* flowEnded
  if (flow.providerId !== providerId) return yield* textError(400, "This sign-in was begun with another provider.")
  const project = yield* (yield* ProjectStore).find(flow.projectId)
  // The project was deleted since the flow began.
  if (project === null) return yield* flowEnded
  return yield* complete(flow, project, parameters, origin).pipe(
    Effect.catch((error) => toErrorPage(project, flow, error))
  )
})

/** Returns the URL to which the browser is redirected. */
const complete = Effect.fnUntraced(function* (
  flow: OAuthFlow,
  project: ProjectRecord,
  parameters: Parameters,
  origin: string
) {
  if (flow.expiresAt <= (yield* Clock.currentTimeMillis)) return yield* new OuterOAuthTimeout()
  const client = yield* findProviderClient(project.id, flow.providerId)
  if (client === null) return yield* new OAuthProviderNotFoundOrNotEnabled()
  const result = yield* askProvider(client, flow, parameters, origin).pipe(
    Effect.catchTags({
      ProviderDenied: () => Effect.fail(new OAuthProviderAccessDenied()),
      ProviderRefused: ({ error }) =>
        Effect.fail(
          textError(400, `The sign-in at ${providerName(client.provider.id)} failed: ${error}. Please try again.`)
        ),
      ProviderUnreachable: () => Effect.fail(providerUnreachable(client))
    })
  )
  if (flow.scope !== "legacy") {
    return yield* textError(400, "This OAuth scope does not exist here. Ask for the scope legacy.")
  }
  yield* requireTrustedRedirect(project, flow.redirectUri)
  if (flow.afterCallbackRedirectUrl !== null) {
    yield* requireTrustedAfterwards(project, flow.redirectUri, flow.afterCallbackRedirectUrl)
  }
  const code = yield* completeFlow(project, flow, client, result)
  return authorizationResponse(flow.redirectUri, code, flow.clientState)
})

const askProvider = (client: ProviderClient, flow: OAuthFlow, parameters: Parameters, origin: string) => {
  const { endpoints } = client
  if (endpoints === null) return finishEmbedded(client, flow, parameters)
  const { providerNonce: nonce, providerScopes, providerVerifier: codeVerifier } = flow
  const { state = "" } = parameters
  const redirectUri = `${origin}${callbackPath(flow.providerId)}`
  return finishRemote(
    { ...client, endpoints },
    {
      redirectUri,
      state,
      scopes: providerScopes.split(" "),
      codeVerifier,
      nonce
    },
    parameters
  )
}

/** Redirects known errors to the application's error page, if its URL is trusted. */
const toErrorPage = Effect.fnUntraced(function* <E extends KnownError>(
  project: ProjectRecord,
  { clientState, errorRedirectUrl, redirectUri }: OAuthFlow,
  error: E | RawResponse
) {
  if (error instanceof RawResponse) return yield* Effect.fail(error)
  const isTrusted =
    errorRedirectUrl !== null && (yield* Effect.isSuccess(requireTrustedRedirect(project, errorRedirectUrl)))
  if (!isTrusted) return yield* Effect.fail(error)
  const target = yield* errorUrl(errorRedirectUrl, error)
  return errorRedirectUrl === redirectUri ? oauthErrorUrl(target, error, clientState) : target
})

/** Adds the error response of OAuth (RFC 6749, section 4.1.2.1). */
const oauthErrorUrl = (url: string, error: KnownError, state: string): string => {
  const target = new URL(url)
  target.searchParams.set("error", error._tag === "OAuthProviderAccessDenied" ? "access_denied" : "server_error")
  target.searchParams.set("error_description", error.message)
  target.searchParams.set("state", state)
  return target.href
}

export const callbackHandlers = [
  implement(callback, ({ params, query }, received) => finish(params.provider_id, query ?? {}, received), { headers }),
  implement(
    callbackByForm,
    ({ body, params, query }, received) => finish(params.provider_id, { ...query, ...body }, received),
    { headers }
  )
]
