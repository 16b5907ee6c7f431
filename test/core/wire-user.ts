/** The current user in the encoding of the wire. */
export const wireUser = {
  id: "22222222-2222-4222-8222-222222222222",
  primary_email: "ada@example.com",
  primary_email_verified: false,
  display_name: "Ada",
  profile_image_url: null,
  signed_up_at_millis: 0,
  client_metadata: null,
  client_read_only_metadata: null,
  has_password: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  oauth_providers: [],
  auth_with_email: true,
  requires_totp_mfa: false,
  selected_team_id: null,
  selected_team: null,
  is_anonymous: false,
  is_restricted: false,
  restricted_reason: null,
  restricted_by_admin: false,
  restricted_by_admin_reason: null
}
