/**
 * A stand-in for services since Stack Auth 2.8: Keystile's service, with the responses that differ from version 2.7
 * changed to those of 2.8. The differences are facts of the protocol, and none is made up.
 */
import { Effect, Layer } from "effect"
import { API_PREFIX } from "../../core/http/path.ts"
import { header } from "../../core/http/headers.ts"
import { Transport, type TransportResponse } from "../../core/http/transport.ts"

type Send = Transport["Service"]["send"]
type Json = Readonly<Record<string, unknown>>

/** Paths that only Keystile's service has. */
const ofKeystile = [
  /^\/audit-log/,
  /^\/auth\/impersonation\//,
  /^\/auth\/mfa\/recovery-codes/,
  /^\/auth\/sign-up-proof\//,
  /^\/internal\/outgoing-mails/,
  /^\/passkeys\//,
  /^\/team-members(\/|$)/,
  /^\/webhooks\/(messages|targets)(\/|$)/
]

const gone = [/^\/email-templates(\/|$)/]

const plain = (status: number, body: string): TransportResponse => ({
  status,
  body,
  header: (name) => (name === "content-type" ? "text/plain" : undefined)
})

/** Returns a known error of the newer service. */
const knownErrorResponse = (status: number, code: string, details?: Json): TransportResponse => ({
  status,
  body: JSON.stringify({ code, error: "A message of the service.", ...(details && { details }) }),
  header: (name) => ({ [header.knownError]: code, [header.actualStatus]: String(status) })[name]
})

const ofClientUser = {
  is_anonymous: false,
  is_restricted: false,
  restricted_reason: null,
  restricted_by_admin: false,
  restricted_by_admin_reason: null
}

const ofServerUser = {
  ...ofClientUser,
  restricted_by_admin_private_details: null,
  country_code: null,
  risk_scores: { sign_up: { bot: 0, free_trial_abuse: 0 } }
}

/** Keystile's own claims and members of it, such as of anonymous users, are kept. */
const newerUser = (user: Json): Json => ({
  ...("server_metadata" in user ? ofServerUser : ofClientUser),
  ...user
})

/** A provider that 2.7 does not have. */
const twitch = { id: "twitch" }

/** The response of `/projects/current` for every tier. */
const clientProject = ({ config: given, display_name, id }: Json): Json => {
  const config = given as Json
  const names = [
    "sign_up_enabled",
    "credential_enabled",
    "magic_link_enabled",
    "passkey_enabled",
    "client_team_creation_enabled",
    "client_user_deletion_enabled",
    "allow_user_api_keys",
    "allow_team_api_keys"
  ]
  return {
    id,
    display_name,
    config: {
      ...Object.fromEntries(names.map((name) => [name, config[name]])),
      allow_localhost: true,
      domains: [],
      enabled_oauth_providers: [...(config["enabled_oauth_providers"] as ReadonlyArray<Json>), twitch]
    },
    is_development_environment: false,
    pushed_config_error: null,
    config_warnings: []
  }
}

/** The response of `/internal/projects/current`, and an item of `/internal/projects`. */
const adminProject = ({ config: given, user_count: _, ...project }: Json): Json => {
  const {
    allow_impersonation: ______,
    client_key_required: _____,
    extensions: __,
    id: ___,
    sign_up_proof: ____,
    ...config
  } = given as Json
  const providers = config["oauth_providers"] as ReadonlyArray<Json>
  return {
    ...project,
    owner_team_id: null,
    onboarding_status: "completed",
    is_development_environment: false,
    config: {
      ...config,
      email_theme: "a0172b5d-cff0-463b-83bb-85124697373a",
      oauth_account_merge_strategy: "link_method",
      oauth_providers: [
        ...providers
          .filter(({ enabled }) => enabled)
          .map(({ enabled: ______, ...provider }) => ({ ...provider, provider_config_id: provider["id"] })),
        { type: "standard", ...twitch, provider_config_id: "twitch", client_id: "id", client_secret: "secret" }
      ]
    }
  }
}

const itemsOf = (change: (item: Json) => Json) => (list: Json) => ({
  ...list,
  items: (list["items"] as ReadonlyArray<Json>).map(change)
})

/** The body of a request that updates a permission definition: absent fields are removed. */
const withAbsentFields = (body: string | undefined): string =>
  JSON.stringify({ description: "", contained_permission_ids: [], ...(JSON.parse(body ?? "{}") as Json) })

/** How the success of a request differs. The first that matches is used. */
const changes: ReadonlyArray<readonly [RegExp, (body: Json) => Json]> = [
  [/^(GET|PATCH) \/users\/[^/]+$/, newerUser],
  [/^POST \/users$/, newerUser],
  [/^GET \/users$/, itemsOf(newerUser)],
  [/^GET \/projects\/current$/, clientProject],
  [/^(GET|PATCH) \/internal\/projects\/current$/, adminProject],
  [/^GET \/internal\/projects$/, itemsOf(adminProject)]
]

const withBody = (response: TransportResponse, change: (body: Json) => Json): TransportResponse => ({
  ...response,
  body: JSON.stringify(change(JSON.parse(response.body) as Json))
})

/** Details that errors of the newer service have besides those of 2.7. */
const moreDetails: Readonly<Record<string, Json>> = {
  ACCESS_TOKEN_EXPIRED: { project_id: null, user_id: null, refresh_token_id: null },
  INVALID_PROJECT_FOR_ACCESS_TOKEN: { expected_project_id: "a", actual_project_id: "b" },
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: {
    contact_channel_value: null,
    would_work_if_email_was_verified: false
  }
}

const newerError = (code: string, response: TransportResponse): TransportResponse => {
  if (code === "PROJECT_NOT_FOUND") return knownErrorResponse(400, "CURRENT_PROJECT_NOT_FOUND", { project_id: "a" })
  const details = moreDetails[code]
  return details === undefined
    ? response
    : withBody(response, (body) => ({ ...body, details: { ...(body["details"] as object | undefined), ...details } }))
}

const isOneOf = (patterns: ReadonlyArray<RegExp>, path: string) => patterns.some((pattern) => pattern.test(path))

/** Sends requests to Keystile's service, and responses as a newer one. */
export const asNewerService =
  (send: Send): Send =>
  (request) => {
    const path = new URL(request.url).pathname.slice(API_PREFIX.length)
    const name = `${request.method} ${path}`
    if (isOneOf([...ofKeystile, ...gone], path)) return Effect.succeed(plain(404, "404 page not found"))
    if (path === "/projects/current" && request.method !== "GET") return Effect.succeed(plain(405, ""))
    const sent = name.startsWith("PATCH /team-permission-definitions/")
      ? { ...request, body: withAbsentFields(request.body) }
      : request
    return Effect.map(send(sent), (response) => {
      const code = response.header(header.knownError)
      if (code !== undefined) return newerError(code, response)
      const [, change] = changes.find(([pattern]) => pattern.test(name)) ?? []
      return change === undefined || response.status >= 300 ? response : withBody(response, change)
    })
  }

/** The transport that is provided, as one to a newer service. */
export const layerNewerService: Layer.Layer<Transport, never, Transport> = Layer.effect(
  Transport,
  Effect.map(Transport, ({ send }) => ({ send: asNewerService(send) }))
)
