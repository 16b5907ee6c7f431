/** A real OpenID provider on a loopback port. It signs in a preset account without interaction. */
import { Effect } from "effect"
import { generateKeyPairSync } from "node:crypto"
import { createServer } from "node:http"
import { type Adapter, type AdapterPayload, type Configuration, Provider } from "oidc-provider"

/** An account at the provider and its claims. */
export interface Account {
  readonly sub: string
  readonly [claim: string]: unknown
}

export interface OpenIdProvider {
  readonly issuer: string
  /** The account that signs in next; `null` denies the sign-in. */
  account: Account | null
  /** The grant types of requests to the token endpoint, in order. */
  readonly grants: Array<string>
  /** Revokes every grant. */
  readonly revokeGrants: () => void
}

/** Stores the provider's data in memory, by kind and id. */
const memory =
  (stored: Map<string, AdapterPayload>) =>
  (kind: string): Adapter => {
    const find = (id: string) => Promise.resolve(stored.get(`${kind}:${id}`))
    const findWhere = (field: "uid" | "userCode", value: string) =>
      Promise.resolve([...stored.values()].find((payload) => payload[field] === value && payload.kind === kind))
    return {
      find,
      findByUid: (uid) => findWhere("uid", uid),
      findByUserCode: (code) => findWhere("userCode", code),
      upsert: async (id, payload) => void stored.set(`${kind}:${id}`, payload),
      destroy: async (id) => void stored.delete(`${kind}:${id}`),
      consume: async (id) => {
        const payload = stored.get(`${kind}:${id}`)
        if (payload !== undefined) payload.consumed = 1
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key)
      }
    }
  }

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
const signingKey = { ...privateKey.export({ format: "jwk" }), alg: "RS256", use: "sig", kid: "only" }

export const CLIENT = { clientId: "keystile", clientSecret: "secret-of-the-client" }

export interface OpenIdProviderOptions {
  /** The supported scopes, each with its claims. */
  readonly scopes: Readonly<Record<string, ReadonlyArray<string>>>
  /** The redirect URI of the client. */
  readonly redirectUri: string
  /** Requires PKCE. Default: true. */
  readonly hasPkce?: boolean
}

export const openIdProvider = ({ hasPkce = true, redirectUri, scopes }: OpenIdProviderOptions) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const issuer = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
      const accounts = new Map<string, Account>()
      const stored = new Map<string, AdapterPayload>()
      const state: OpenIdProvider = { issuer, account: null, grants: [], revokeGrants: () => stored.clear() }
      const configuration: Configuration = {
        clients: [
          {
            client_id: CLIENT.clientId,
            client_secret: CLIENT.clientSecret,
            redirect_uris: [redirectUri],
            grant_types: ["authorization_code", "refresh_token"],
            token_endpoint_auth_method: "client_secret_post"
          }
        ],
        scopes: ["openid", "offline_access", ...Object.keys(scopes)],
        claims: Object.fromEntries(Object.entries(scopes).map(([scope, claims]) => [scope, [...claims]])),
        adapter: memory(stored),
        jwks: { keys: [signingKey] },
        // As Apple does: without a userinfo endpoint, all claims are in the ID token.
        conformIdTokenClaims: false,
        pkce: { required: () => hasPkce },
        cookies: { keys: ["a key of the provider"] },
        features: { devInteractions: { enabled: false }, userinfo: { enabled: true } },
        interactions: { url: (_, { uid }) => `/interaction/${uid}` },
        issueRefreshToken: () => true,
        rotateRefreshToken: true,
        // The access token expires sooner than the service would refresh it.
        ttl: { AccessToken: 240, Grant: 86_400, IdToken: 600, Interaction: 600, RefreshToken: 86_400, Session: 86_400 },
        findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...accounts.get(sub), sub }) })
      }
      const oidc = new Provider(issuer, configuration)
      oidc.on("grant.success", ({ oidc }) => state.grants.push(String(oidc.params?.["grant_type"])))
      const handle = oidc.callback()
      server.on("request", (request, response) => {
        const finish = async () => {
          if (!request.url?.startsWith("/interaction/")) return handle(request, response)
          const { account } = state
          if (account === null) {
            return oidc.interactionFinished(request, response, { error: "access_denied" })
          }
          accounts.set(account.sub, account)
          const { params } = await oidc.interactionDetails(request, response)
          const grant = new oidc.Grant({ accountId: account.sub, clientId: CLIENT.clientId })
          grant.addOIDCScope(String(params["scope"]))
          const result = { login: { accountId: account.sub }, consent: { grantId: await grant.save() } }
          return oidc.interactionFinished(request, response, result)
        }
        finish().catch((cause: unknown) => response.writeHead(500).end(String(cause)))
      })
      return { state, server }
    }),
    ({ server }) =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise<void>((resolve) => server.close(() => resolve()))
      })
  ).pipe(Effect.map(({ state }) => state))

/** Returns the fields of an auto-submitted form. */
const fieldsOf = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value])
  )

/** Follows the authorization to a form post. Returns the URL and the fields of the form. */
export const authorizeByFormPost = (start: URL) =>
  Effect.map(Effect.flip(Effect.tryPromise({ try: () => followRedirects(start), catch: String })), (page) => ({
    action: /action="([^"]+)"/.exec(page)?.[1] ?? "",
    fields: fieldsOf(page)
  }))

/** Follows the authorization as a browser does. Returns the URL to which the provider redirects. */
export const authorize = (start: URL) => Effect.promise(() => followRedirects(start))

const followRedirects = async (start: URL): Promise<URL> => {
  const cookies = new Map<string, string>()
  let url = start
  while (url.origin === start.origin) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const response = await fetch(url, { redirect: "manual", headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get("location")
    if (location === null) throw new Error(await response.text())
    url = new URL(location, url)
  }
  return url
}
