/** A scripted service with a team and a signed-in user, for the tests of reading hooks. */
import { type ReactNode, Suspense } from "react"
import { ErrorBoundary } from "../../react/components/error-boundary.tsx"
import { KeystileProvider } from "../../react/index.ts"
import { knownError, scriptedService } from "./scripted-service.ts"

/** Team ids are UUIDs. */
export const CREW = "11111111-1111-4111-8111-111111111111"
export const VEGA = "22222222-2222-4222-8222-222222222222"

export const me = "GET /users/me"
export const teams = "GET /teams"
export const permissions = "GET /team-permissions"
export const projectPermissions = "GET /project-permissions"

export const team = (id: string, display_name: string) => ({ id, display_name, profile_image_url: null })
export const items = (...all: ReadonlyArray<unknown>) => ({ body: { items: all, is_paginated: false } })
export const channel = {
  id: "c",
  user_id: "u",
  type: "email",
  value: "noor@fernhill.example",
  used_for_auth: true,
  is_verified: true,
  is_primary: true
}
const profile = { team_id: CREW, user_id: "u", display_name: "Captain", profile_image_url: null }

const member = {
  ...profile,
  primary_email: "noor@fernhill.example",
  primary_email_verified: true,
  role: "admin",
  additional_permission_ids: [],
  assignable_roles: []
}

const apiKey = { id: "k", description: "CI", created_at_millis: 0, is_public: false, value: { last_four: "0123" } }

export const script = {
  [teams]: () => items(team(CREW, "Crew"), team(VEGA, "Vega")),
  [permissions]: () => items({ id: "$invite_members", user_id: "u", team_id: CREW }),
  [projectPermissions]: () => items({ id: "staff", user_id: "u" }),
  "GET /team-member-profiles": () => items(profile),
  "GET /team-members": () => items(member),
  [`GET /team-member-profiles/${CREW}/me`]: () => ({ body: profile }),
  "GET /team-invitations": () =>
    items({
      id: "i",
      team_id: CREW,
      team_display_name: "Crew",
      recipient_email: "guest@example.com",
      expires_at_millis: 0
    }),
  "GET /auth/sessions": () => items({ id: "s", user_id: "u", created_at: 0, is_impersonation: false }),
  "GET /oauth-providers": () =>
    items({
      id: "a",
      user_id: "u",
      provider_config_id: "github",
      type: "github",
      allow_sign_in: true,
      allow_connected_accounts: true
    }),
  "GET /connected-accounts/me": () => items({ user_id: "u", provider: "github", provider_account_id: "octocat" }),
  "GET /user-api-keys": () => items({ ...apiKey, type: "user", user_id: "u" }),
  "GET /team-api-keys": () => items({ ...apiKey, type: "team", team_id: CREW }),
  "GET /contact-channels": () => items(channel),
  "POST /connected-accounts/me/github/access-token": () => ({ body: { access_token: "gho_1" } }),
  "POST /connected-accounts/me/google/access-token": () =>
    knownError("OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", "Not connected")
}

export const signedInService = (over = {}) => scriptedService({ ...script, ...over }, { signedIn: true })

const Boundary = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary fallback={(error) => <p>{`failed: ${error instanceof Error ? error.message : ""}`}</p>}>
    <Suspense fallback="…">{children}</Suspense>
  </ErrorBoundary>
)
export const inside = ({ runtime }: ReturnType<typeof scriptedService>, children: ReactNode) => (
  <KeystileProvider runtime={runtime} fallback="…">
    <Boundary>{children}</Boundary>
  </KeystileProvider>
)
