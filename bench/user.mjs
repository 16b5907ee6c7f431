// @ts-check
// The user of the benchmarks, as JSON of the wire.

/** The response of the client tier. */
export const user = {
  id: "22222222-2222-4222-8222-222222222222",
  primary_email: "ada@example.com",
  primary_email_verified: true,
  display_name: "Ada",
  profile_image_url: null,
  signed_up_at_millis: 1_750_000_000_000,
  client_metadata: { theme: "dark" },
  client_read_only_metadata: null,
  has_password: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  oauth_providers: [],
  auth_with_email: true,
  requires_totp_mfa: false,
  selected_team_id: null,
  selected_team: null
}

/** The response of the server tier. */
export const serverUser = {
  ...user,
  primary_email_auth_enabled: true,
  last_active_at_millis: 1_750_000_000_000,
  server_metadata: { plan: "pro" }
}
