/** A browser without JavaScript, and the application that it visits. */
import { Effect, Schema } from "effect"
import { createHash } from "node:crypto"
import { type TestResponse, type Headers, keys, PROJECT_ID, send, service } from "../../fixture.ts"

export const ORIGIN = "http://localhost:8102"
export const CALLBACK = "http://localhost:3000/handler/oauth-callback"
export const ERROR_PAGE = "http://localhost:3000/handler/error"
export const VERIFIER = "a-verifier-of-the-application-that-is-43-chars"

export const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url")

type ProjectConfig = NonNullable<Parameters<typeof service>[0]>["config"]

export const shared = { type: "shared", id: "google" } as const
export const embedded = { type: "standard", id: "github", endpoints: "embedded" } as const

export const oauthService = (
  config: ProjectConfig = {},
  project: Parameters<typeof service>[0] = {},
  options: Parameters<typeof service>[1] = {}
) => service({ config: { oauthProviders: [shared, embedded], ...config }, ...project }, options)

export type QueryFields = Readonly<Record<string, string | undefined>>

export const path = (pathname: string, query: QueryFields) => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value)
  return `${pathname}?${parameters}`
}

export const authorizeParameters = {
  client_id: PROJECT_ID,
  client_secret: keys.publishableClientKey,
  redirect_uri: CALLBACK,
  scope: "legacy",
  state: "state-of-the-application",
  grant_type: "authorization_code",
  code_challenge: challengeOf(VERIFIER),
  code_challenge_method: "S256",
  response_type: "code",
  type: "authenticate",
  error_redirect_url: ERROR_PAGE
}

export const authorizePath = (provider: string, query: QueryFields = {}) =>
  path(`/api/v1/auth/oauth/authorize/${provider}`, { ...authorizeParameters, ...query })

/** Returns the URL to which a response redirects. */
export const locationOf = ({ headers }: TestResponse): URL => new URL(headers["location"] ?? "about:blank")

export const form = (fields: QueryFields): { readonly headers: Headers; readonly body: string } => ({
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: path("", fields).slice(1)
})

/** Stores cookies by name, as browsers do. */
export class Browser {
  readonly cookies = new Map<string, string>()

  visit(method: "GET" | "POST", target: string | URL, fields?: QueryFields, headers: Headers = {}) {
    const { cookies } = this
    return Effect.gen(function* () {
      const url = new URL(target, ORIGIN)
      const sent = fields === undefined ? undefined : form(fields)
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const response = yield* send(method, `${url.pathname}${url.search}`, {
        headers: { ...sent?.headers, ...(cookie !== "" && { cookie }), ...headers },
        ...(sent && { body: sent.body })
      })
      const [, name, value = ""] = /^([^=]+)=([^;]*)/.exec(response.headers["set-cookie"] ?? "") ?? []
      if (name !== undefined && /Max-Age=0/.test(response.headers["set-cookie"] ?? "")) cookies.delete(name)
      else if (name !== undefined) cookies.set(name, value)
      return response
    })
  }

  get(target: string | URL) {
    return this.visit("GET", target)
  }

  /** Starts a flow. Returns the URL of the provider's page. */
  begin(provider: string, query: QueryFields = {}) {
    return Effect.map(this.get(authorizePath(provider, query)), locationOf)
  }

  /** Submits the page of an embedded provider and follows the redirect to the application. */
  submit(page: URL, fields: QueryFields) {
    const state = page.searchParams.get("state") ?? ""
    return Effect.flatMap(this.visit("POST", page.pathname, { state, ...fields }), (response) =>
      this.get(locationOf(response))
    )
  }

  /** Runs the whole flow. */
  signIn(provider: string, fields: QueryFields, query: QueryFields = {}) {
    return Effect.flatMap(this.begin(provider, query), (page) => this.submit(page, fields))
  }

  /**
   * Connects an account to the user of an access token. The application exchanges the code, unless there is an error.
   */
  link(provider: string, fields: QueryFields, token: string, query: QueryFields = {}) {
    return Effect.tap(this.signIn(provider, fields, { type: "link", token, ...query }), (response) => {
      const code = locationOf(response).searchParams.get("code")
      return code === null ? Effect.void : exchange(code)
    })
  }
}

export const grace = { address: "grace@example.com", name: "Grace Hopper", verified: "yes" }

export const tokenParameters = {
  grant_type: "authorization_code",
  client_id: PROJECT_ID,
  client_secret: keys.publishableClientKey,
  redirect_uri: CALLBACK,
  code_verifier: VERIFIER
}

export const exchange = (code: string, fields: QueryFields = {}) =>
  send("POST", "/api/v1/auth/oauth/token", form({ ...tokenParameters, code, ...fields }))

const Exchanged = Schema.Struct({
  access_token: Schema.String,
  refresh_token: Schema.String,
  is_new_user: Schema.Boolean
})

/** Signs in with a new browser. Returns the tokens. */
export const signInWith = Effect.fnUntraced(function* (provider: string, fields: QueryFields, query: QueryFields = {}) {
  const back = locationOf(yield* new Browser().signIn(provider, fields, query))
  const response = yield* exchange(back.searchParams.get("code") ?? "")
  return yield* Effect.orDie(Schema.decodeUnknownEffect(Exchanged)(response.json))
})
