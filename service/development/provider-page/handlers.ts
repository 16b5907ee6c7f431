/**
 * The pages of the embedded providers (docs/wire/oauth.md).
 *
 * A page belongs to a flow and to the browser that started it. It requires the same cookie as the callback, so other
 * browsers cannot see the accounts, and other sites cannot submit a choice.
 */
import { Clock, Effect, Schema } from "effect"
import * as Endpoint from "../../../core/http/endpoint.ts"
import { isEmail } from "../../../core/schema/fields/email-pattern.ts"
import { OAuthProviderId } from "../../../core/schema/fields/oauth-provider-id.ts"
import { newOpaqueToken } from "../../crypto/opaque-token.ts"
import { setHeader } from "../../response/response-headers.ts"
import { RawResponse, textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { ownUrl } from "../../deployment/own-url.ts"
import type { ReceivedRequest } from "../../request/received-request.ts"
import { ProjectStore } from "../../resources/projects/project-store.ts"
import { embeddedPagePath } from "../../resources/oauth/embedded-provider.ts"
import { FlowStore } from "../../resources/oauth/flow-store.ts"
import { IdentityStore } from "../../resources/oauth/identity-store.ts"
import { isOwnFlow } from "../../resources/oauth/flow-cookie.ts"
import { callbackPath, findProviderClient } from "../../resources/oauth/provider-client.ts"
import type { OAuthProviderStore } from "../../resources/projects/oauth-provider-store.ts"
import { type Provider, scopesOf } from "../../providers/provider.ts"
import { providers } from "../../providers/providers.ts"
import { findIdentity, listKnownIdentities } from "./known-identities.ts"
import { choicePage, endedPage, type AccountFields } from "./page.ts"
import { type OpenFlow, pageHeaders, pageHeadersOf } from "./page-headers.ts"

const path = "/providers/:provider_id"
const isProviderId = Schema.is(OAuthProviderId)

const routeOptions = { tiers: [], prefix: "", params: { provider_id: Schema.String } } as const

/** The query of any authorization request. The page uses the state only; the flow has the rest. */
const show = Endpoint.get(path, {
  ...routeOptions,
  query: Schema.Record(Schema.String, Schema.String),
  responseFormat: "text",
  success: Schema.String
})

const optional = Schema.optionalKey(Schema.String)

const choose = Endpoint.post(path, {
  ...routeOptions,
  encoding: "form",
  body: Schema.Struct({
    state: Schema.String,
    /** The id of an account in the list. */
    account: optional,
    address: optional,
    name: optional,
    verified: optional,
    deny: optional
  }),
  status: 303,
  responseFormat: "redirect",
  success: Schema.String
})

const htmlResponse = (status: number, body: string, headers: Readonly<Record<string, string>>) =>
  new RawResponse({ response: { status, headers, body } })

/** Returns the flow of a request if this browser began it, it is with this provider, and it has not ended. */
const openFlow = Effect.fnUntraced(function* (
  providerId: string,
  state: string,
  received: ReceivedRequest
): Effect.fn.Return<OpenFlow, RawResponse, FlowStore | OAuthProviderStore | ProjectStore> {
  if (!isProviderId(providerId)) return yield* textError(404, "There is no such provider.")
  const provider = providers[providerId]
  const isOwn = isOwnFlow(received, state, yield* ownUrl(received))
  const flow = isOwn ? yield* (yield* FlowStore).find(state) : null
  const now = yield* Clock.currentTimeMillis
  const ended = htmlResponse(400, endedPage(provider), pageHeaders([]))
  if (flow === null || flow.providerId !== providerId || flow.expiresAt <= now) return yield* ended
  const project = yield* (yield* ProjectStore).find(flow.projectId)
  const client = yield* findProviderClient(flow.projectId, providerId)
  if (project === null || client === null || client.endpoints !== null) return yield* ended
  return { flow, project, provider, state }
})

const pageOf = Effect.fnUntraced(function* ({ flow, project, provider, state }: OpenFlow, typed: AccountFields | null) {
  const needed = new Set(scopesOf(provider.scopes))
  return choicePage({
    provider,
    projectName: project.displayName,
    type: flow.type,
    action: embeddedPagePath(provider.id),
    state,
    accounts: yield* listKnownIdentities(flow),
    moreScopes: scopesOf(flow.providerScopes).filter((scope) => !needed.has(scope)),
    typed
  })
})

/** Renders the page again with an error. */
const renderProblem = Effect.fnUntraced(function* (open: OpenFlow, typed: AccountFields) {
  return yield* htmlResponse(400, yield* pageOf(open, typed), yield* pageHeadersOf(open))
})

/**
 * Rejects forms of other sites by their `Origin` header. The page's own referrer policy makes browsers send `null`.
 */
const requireOwnPage = Effect.fnUntraced(function* ({ headers }: ReceivedRequest, own: string) {
  const { origin, "sec-fetch-site": site } = headers
  const isForeign =
    (origin !== undefined && origin !== "null" && origin !== own) || (site !== undefined && site !== "same-origin")
  if (isForeign) return yield* textError(403, "This form was sent from another site.")
})

interface Choice {
  readonly account?: string
  readonly address?: string
  readonly name?: string
  readonly verified?: string
}

/** The account that was selected or typed. */
const readChoice = Effect.fnUntraced(function* (
  open: OpenFlow,
  { account, address = "", name = "", verified }: Choice
) {
  const { flow, provider } = open
  if (account !== undefined) {
    const known = yield* findIdentity(flow, account)
    const problem = "This account does not exist here. Enter it instead."
    return known ?? (yield* renderProblem(open, { address: "", name: "", isVerified: true, problem }))
  }
  const typed = { address: address.trim(), name: name.trim(), isVerified: verified !== undefined }
  const problem = problemOf(provider, typed.address, typed.name)
  if (problem !== null) return yield* renderProblem(open, { ...typed, problem })
  return {
    accountId: typed.address,
    email: provider.emails === "none" ? null : typed.address,
    emailVerified: provider.emails === "vouched for" && typed.isVerified,
    displayName: typed.name === "" ? null : typed.name
  }
})

const MAX_NAME = 200

const problemOf = ({ emails }: Provider, address: string, name: string): string | null => {
  if (emails === "none" && !/^[\w.@-]{1,100}$/.test(address)) {
    return "Please enter a username: letters, digits, _, . or -."
  }
  if (emails !== "none" && !isEmail(address)) return "Please enter a valid email"
  return name.length > MAX_NAME || /\p{Cc}/u.test(name) ? "Please enter a shorter name" : null
}

export const handlers = [
  implement(
    show,
    Effect.fnUntraced(function* ({ params: { provider_id: providerId }, query: { state = "" } = {} }, received) {
      const open = yield* openFlow(providerId, state, received)
      for (const [name, value] of Object.entries(yield* pageHeadersOf(open))) yield* setHeader(name, value)
      return yield* pageOf(open, null)
    })
  ),

  implement(
    choose,
    Effect.fnUntraced(function* ({ body: { deny, state, ...choice }, params: { provider_id: providerId } }, received) {
      const origin = yield* ownUrl(received)
      yield* requireOwnPage(received, origin)
      const open = yield* openFlow(providerId, state, received)
      const callback = new URL(`${origin}${callbackPath(providerId)}`)
      if (deny === undefined) {
        const { flow } = open
        const identity = yield* readChoice(open, choice)
        const code = newOpaqueToken()
        const now = yield* Clock.currentTimeMillis
        yield* (yield* IdentityStore).save(flow.projectId, providerId, identity, now)
        yield* (yield* FlowStore).choose(state, identity.accountId, code)
        callback.searchParams.set("code", code)
      } else {
        callback.searchParams.set("error", "access_denied")
      }
      callback.searchParams.set("state", state)
      return callback.href
    }),
    { headers: { "referrer-policy": "no-referrer" } }
  )
]
