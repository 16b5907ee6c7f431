/** A test double of the service: returns the responses of the state, and defaults for all other requests. */
import type { StateResponse, StateResponses } from "../states/state.ts"

const userId = "11111111-1111-4111-8111-111111111111"
export const teamId = "22222222-2222-4222-8222-222222222222"
const otherTeamId = "33333333-3333-4333-8333-333333333333"

export const project = (config: object = {}) => ({
  id: "gallery",
  display_name: "Tern",
  config: {
    sign_up_enabled: true,
    credential_enabled: true,
    magic_link_enabled: true,
    passkey_enabled: true,
    client_team_creation_enabled: true,
    client_user_deletion_enabled: true,
    enabled_oauth_providers: [{ id: "google" }, { id: "github" }],
    extensions: ["audit_log", "multiple_passkeys", "outgoing_mails", "recovery_codes", "team_members"],
    ...config
  }
})

const team = (id: string, display_name: string) => ({ id, display_name, profile_image_url: null })
export const teams = [
  team(teamId, "Fernhill Orchards"),
  team(otherTeamId, "Quayside Analytics and Long-Range Forecasting")
]

export const user = (fields: object = {}) => ({
  id: userId,
  primary_email: "noor.lindqvist@fernhill.example",
  primary_email_verified: true,
  display_name: "Noor Lindqvist",
  profile_image_url: null,
  signed_up_at_millis: 1_735_689_600_000,
  client_metadata: null,
  client_read_only_metadata: null,
  has_password: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  oauth_providers: [],
  auth_with_email: true,
  requires_totp_mfa: false,
  selected_team_id: teamId,
  selected_team: teams[0],
  ...fields
})

const channel = (id: number, value: string, marks: object = {}) => ({
  id: `4444444${id}-4444-4444-8444-444444444444`,
  user_id: userId,
  type: "email",
  value,
  used_for_auth: false,
  is_verified: false,
  is_primary: false,
  ...marks
})

export const channels = [
  channel(1, "noor.lindqvist@fernhill.example", { used_for_auth: true, is_verified: true, is_primary: true }),
  channel(2, "maximiliane.hohenstein-wittelsbach@subsidiary.example.com"),
  channel(3, "noor@quayside.example", { is_verified: true })
]

const passkey = (id: number, name: string, last_used_at_millis: number | null, is_backed_up: boolean) => ({
  id: `8888888${id}-8888-4888-8888-888888888888`,
  name,
  created_at_millis: 1_735_689_600_000,
  last_used_at_millis,
  is_backed_up
})

export const passkeys = [
  passkey(1, "iCloud Keychain", 1_740_787_200_000, true),
  passkey(2, "The blue security key in the second drawer of the desk at home", 1_738_368_000_000, false),
  passkey(3, "Passkey", null, false)
]

export const manyPasskeys = Array.from({ length: 20 }, (_, n) => ({
  ...passkey(1, `Passkey ${n + 1}`, null, false),
  id: `88888888-8888-4888-8888-${String(n).padStart(12, "0")}`
}))

/** An API key of the user or of a team, `days` from now or before it. */
const apiKey = (id: number, description: string, fields: object = {}) => ({
  id: `9999999${id}-9999-4999-8999-999999999999`,
  description,
  created_at_millis: 1_735_689_600_000,
  is_public: false,
  value: { last_four: `9f0${id}` },
  type: "user",
  user_id: userId,
  ...fields
})

const inThirtyDays = Date.now() + 30 * 86_400_000

export const apiKeys = [
  apiKey(1, "Nightly report", { expires_at_millis: inThirtyDays }),
  apiKey(2, "The importer that reads the harvest of all orchards from the old spreadsheet every morning"),
  apiKey(3, "Widget on the home page", { is_public: true, expires_at_millis: inThirtyDays }),
  apiKey(4, "Old laptop", { manually_revoked_at_millis: 1_738_368_000_000 }),
  apiKey(5, "Trial", { expires_at_millis: 1_738_368_000_000 })
]

export const newApiKey = {
  ...apiKey(6, "CI"),
  value: `sk_${"2m7k0wfx93pdb4sz1qhet6yam9cn5rvj2gw80xdtk7pbf"}${"9".repeat(32)}user1574ck4u7h1c0ffee5`
}

const desktop =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36"
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
  "Version/26.1 Mobile/15E148 Safari/604.1"

/** A session of the user, last used `minutes` ago. */
const activeSession = (id: number, minutes: number, userAgent: string | undefined, fields: object = {}) => ({
  id: `1212121${id}-1212-4212-8212-121212121212`,
  user_id: userId,
  created_at: 1_735_689_600_000,
  is_impersonation: false,
  last_used_at: Date.now() - minutes * 60_000,
  is_current_session: false,
  last_used_at_end_user_ip_info: { ip: `203.0.113.${id}` },
  user_agent: userAgent,
  ...fields
})

export const currentSession = activeSession(1, 0, desktop, { is_current_session: true })

/** An account of the user at a provider. */
const oauthAccount = (id: number, provider: string, email: string | null, fields: object = {}) => ({
  id: `3434343${id}-3434-4434-8434-343434343434`,
  user_id: userId,
  email,
  provider_config_id: provider,
  type: provider,
  allow_sign_in: false,
  allow_connected_accounts: true,
  ...fields
})

export const oauthAccounts = [
  oauthAccount(1, "github", "noor@fernhill.example", { allow_sign_in: true }),
  oauthAccount(2, "github", "noor.lindqvist+a-long-address-for-the-choir-at-work@scandinavian-choirs.example"),
  oauthAccount(3, "google", "noor@fernhill.example", { allow_sign_in: true }),
  oauthAccount(4, "spotify", null)
]

const activeSessions = [
  currentSession,
  activeSession(2, 90, phone, {
    last_used_at_end_user_ip_info: { ip: "2001:db8:85a3::8a2e:370:7334", countryCode: "NO", cityName: "Bergen" }
  }),
  activeSession(3, 60 * 24 * 40, undefined)
]

/** An entry of the audit log. */
const activityEntry = (id: number, minutes: number, action: string, fields: object = {}) => ({
  id: String(id),
  at_millis: Date.now() - minutes * 60_000,
  action,
  outcome: "succeeded",
  code: null,
  actor: { type: "user", id: userId },
  address: "203.0.113.7",
  user_agent: desktop,
  request_id: null,
  targets: { user_id: userId },
  changed_fields: [],
  cleared_fields: [],
  ...fields
})

const stranger = { outcome: "refused", actor: { type: "anonymous", id: null }, address: "2001:db8:85a3::8a2e:370:7334" }
const server = { actor: { type: "server_key", id: null }, address: null, user_agent: null }

export const activity: ReadonlyArray<object> = [
  activityEntry(1, 0, "POST /auth/mfa/sign-in"),
  activityEntry(2, 1, "POST /auth/password/sign-in", {
    outcome: "refused",
    code: "MULTI_FACTOR_AUTHENTICATION_REQUIRED"
  }),
  activityEntry(3, 47, "POST /auth/password/sign-in", {
    ...stranger,
    code: "EMAIL_PASSWORD_MISMATCH",
    user_agent: "curl/8.17.0"
  }),
  activityEntry(4, 26 * 60, "PATCH /users/me", { changed_fields: ["totp_secret_base64"] }),
  activityEntry(5, 27 * 60, "POST /auth/mfa/recovery-codes"),
  activityEntry(6, 5 * 1440, "POST /auth/passkey/register", { user_agent: phone }),
  activityEntry(7, 5 * 1440 + 1, "POST /contact-channels", { user_agent: phone }),
  activityEntry(8, 41 * 1440, "POST /auth/password/update", {
    outcome: "refused",
    code: "PASSWORD_CONFIRMATION_MISMATCH"
  }),
  activityEntry(9, 42 * 1440, "PATCH /users/:user_id", { ...server, changed_fields: ["primary_email"] }),
  activityEntry(10, 400 * 1440, "POST /auth/oauth/token", { user_agent: phone })
]

/** A page of the audit log. */
export const activityPage = (items: ReadonlyArray<object>, next_cursor: string | null): StateResponse => ({
  json: { items, is_paginated: true, pagination: { next_cursor } }
})

export const list = (items: ReadonlyArray<unknown>): StateResponse => ({ json: { is_paginated: false, items } })

const profile = (n: number, display_name: string | null) => ({
  team_id: teamId,
  user_id: n === 1 ? userId : `5555555${n}-5555-4555-8555-555555555555`,
  display_name,
  profile_image_url: null
})

export const manyProfiles = Array.from({ length: 12 }, (_, n) => ({
  ...profile(n + 1, n === 4 ? null : `Tess Okafor ${n}`),
  user_id: n === 0 ? userId : `77777777-7777-4777-8777-${String(n).padStart(12, "0")}`
}))

interface MemberFields {
  readonly role?: "admin" | "member" | "custom"
  readonly primary_email?: string | null
  readonly primary_email_verified?: boolean
  readonly additional_permission_ids?: ReadonlyArray<string>
}

/** A member as an admin reads them; the first one is the user. */
const member = (profile: { readonly user_id: string }, fields: MemberFields = {}) => {
  const role = fields.role ?? "member"
  const admin = { role: "admin", granted_permission_ids: ["admin"], revoked_permission_ids: [] }
  const revoked = [role === "admin" ? "admin" : "$remove_members"]
  const ordinary = { role: "member", granted_permission_ids: [], revoked_permission_ids: revoked }
  return {
    ...profile,
    primary_email: null,
    primary_email_verified: true,
    additional_permission_ids: [],
    assignable_roles: [admin, ordinary].filter((other) => other.role !== role),
    role,
    ...fields
  }
}

export const members = [
  member(profile(1, "Noor Lindqvist"), { role: "admin", primary_email: "noor.lindqvist@fernhill.example" }),
  member(profile(2, "Tess Okafor"), { role: "admin", primary_email: "tess@fernhill.example" }),
  member(profile(3, null), { primary_email: "maximiliane@subsidiary.example", primary_email_verified: false }),
  member(profile(4, "Tess Okafor"), {
    role: "custom",
    primary_email: "tess.okafor@quayside.example",
    additional_permission_ids: ["$remove_members", "billing"]
  })
]

/** The members as one without actions and addresses reads them. */
export const membersForMember = members.map((member) => ({
  ...member,
  assignable_roles: [],
  ...(member.user_id !== userId && { primary_email: null, primary_email_verified: false })
}))

/** A team whose only admin is the user. */
export const membersWithOneAdmin = members.map((one) =>
  one.user_id === userId ? { ...one, assignable_roles: [] } : member(one, { ...one, role: "member" })
)

export const manyMembers = manyProfiles.map((profile, n) => member(profile, n === 0 ? { role: "admin" } : {}))

export const permissions = (...ids: ReadonlyArray<string>): StateResponse =>
  list(ids.map((id) => ({ id, user_id: userId, team_id: teamId })))

/** An access token with an invalid signature. Only a service would verify it. */
const accessToken = `e30.${btoa(JSON.stringify({ sub: userId, exp: 4_102_444_800 }))}.x`
export const session = { access_token: accessToken, refresh_token: "gallery", user_id: userId, is_new_user: false }
export const tokens = { accessToken, refreshToken: "gallery" }

const recoveryCodes = [
  "7k2m-w0fx-93pd",
  "b4sz-1qhe-t6ya",
  "m9cn-5rvj-2gw8",
  "0xdt-k7pb-f3es",
  "h6yq-z8na-4mv1",
  "3wjr-c2fg-x5k0",
  "vp1e-9tds-7bhz",
  "q8ma-g4yk-w6n2",
  "5fzc-r0xj-e1tp",
  "d3hv-s7bm-8kq9"
]

const days = (count: number) => Date.now() + count * 86_400_000

/** Invitations to the user. The second name is as long as names get. */
export const receivedInvitations = list(
  ["Quayside", "The association of all the allotment gardeners between Fernhill and the old harbour"].map(
    (team_display_name, n) => ({
      id: `66666666-6666-4666-8666-66666666666${n}`,
      team_id: `88888888-8888-4888-8888-88888888888${n}`,
      team_display_name,
      recipient_email: "noor.lindqvist@fernhill.example",
      expires_at_millis: days(6.5 - n * 6)
    })
  )
)

const usual: StateResponses = {
  "GET /health": { json: { status: "ok" } },
  "GET /projects/current": { json: project() },
  "GET /users/me": { json: user() },
  "PATCH /users/me": { json: user() },
  "GET /teams": list(teams),
  "GET /contact-channels": list(channels),
  "GET /passkeys/me": list([]),
  "GET /oauth-providers": list([]),
  "GET /auth/sessions": list(activeSessions),
  "GET /user-api-keys": list(apiKeys),
  "POST /user-api-keys": { json: newApiKey },
  "GET /team-api-keys": list(apiKeys.map((key) => ({ ...key, type: "team", team_id: teamId }))),
  "GET /audit-log": activityPage(activity, "1_1"),
  "GET /team-permissions": permissions("$update_team", "$read_members", "$invite_members", "$remove_members"),
  "GET /team-member-profiles": list([profile(1, "Noor Lindqvist"), profile(2, "Tess Okafor"), profile(3, null)]),
  "GET /team-members": list(members),
  [`GET /team-member-profiles/${teamId}/me`]: { json: profile(1, "Noor Lindqvist") },
  "GET /team-invitations": list([
    {
      id: "66666666-6666-4666-8666-666666666666",
      team_id: teamId,
      team_display_name: "Fernhill Orchards",
      recipient_email: "ada@fernhill.example",
      expires_at_millis: days(6.5)
    }
  ]),
  "POST /auth/password/sign-in": { json: session },
  "POST /auth/password/sign-up": { json: session },
  "POST /auth/otp/send-sign-in-code": { json: { nonce: "0".repeat(39), expires_at_millis: days(7) } },
  "POST /auth/otp/sign-in": { json: session },
  "POST /auth/mfa/sign-in": { json: session },
  "POST /auth/mfa/recovery-codes/sign-in": { json: session },
  "GET /auth/mfa/recovery-codes": {
    json: { remaining: 8, created_at_millis: 1_735_689_600_000, last_used_at_millis: 1_740_787_200_000 }
  },
  "POST /auth/mfa/recovery-codes": { json: { codes: recoveryCodes } },
  "POST /auth/password/send-reset-code": {
    json: { success: "maybe, only if user with e-mail exists", expires_at_millis: days(7) }
  },
  "POST /auth/password/reset/check-code": {
    json: { is_code_valid: true, recipient_email: "noor.lindqvist@fernhill.example" }
  },
  "POST /auth/password/reset": { json: { success: true } },
  "POST /contact-channels/verify/check-code": { json: { is_code_valid: true } },
  "POST /contact-channels/verify": { json: { success: true } },
  "POST /contact-channels/send-verification-code": { json: { success: true } },
  "POST /team-invitations/accept/check-code": {
    json: {
      is_code_valid: true,
      team_display_name: "Fernhill Orchards",
      inviter_display_name: "Tess Okafor",
      recipient_email: "noor.lindqvist@fernhill.example"
    }
  },
  "POST /team-invitations/accept/details": {
    json: { team_id: teamId, team_display_name: "Fernhill Orchards", inviter_display_name: "Tess Okafor" }
  },
  "POST /team-invitations/accept": { json: {} },
  "POST /auth/passkey/initiate-passkey-authentication": {
    json: {
      options_json: { challenge: "AAAA", rpId: "THIS_VALUE_WILL_BE_REPLACED.example.com", timeout: 60_000 },
      code: "0".repeat(45)
    }
  },
  "DELETE /auth/sessions/current": { json: { success: true } },
  "POST /auth/sessions/current/refresh": { json: { access_token: accessToken } },
  "POST /auth/oauth/token": { json: session }
}

const respond = (response: StateResponse): Response | Promise<Response> => {
  if (response === "never") return new Promise<Response>(() => {})
  if (response === "no connection") return Promise.reject(new TypeError("Failed to fetch"))
  if ("json" in response) return Response.json(response.json)
  if ("status" in response) return new Response("", response)
  const { details, error, message = error } = response
  return Response.json(
    { code: error, error: message, details },
    { status: 400, headers: { "x-stack-known-error": error } }
  )
}

/** The base URL of the test double. No server listens there. */
export const baseUrl = "https://gallery.invalid"

/** Responds to requests to the service. Other requests are sent over the network. */
export const replaceFetch = (responses: StateResponses = {}) => {
  const { fetch } = globalThis
  const counts = new Map<string, number>()
  /** Returns the response to the next request of that name. */
  const next = (name: string): StateResponse => {
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    const scripted = [responses[name] ?? usual[name] ?? { status: 404 }].flat()
    return scripted[count] ?? scripted.at(-1) ?? { status: 404 }
  }
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname } = new URL(request.url)
    if (origin !== baseUrl) return fetch(input, init)
    const name = `${request.method} ${pathname.replace("/api/v1", "")}`
    return respond(next(name))
  }
}
