/** Keys, tokens and bodies of the tests of requests. */
import { jwt } from "../calling.ts"

export const accessToken = jwt({ exp: 4e9, iat: 0 })
export const tokens = { refreshToken: "the-refresh-token", accessToken }

export const projectBody = {
  id: "p",
  display_name: "Project",
  config: {
    sign_up_enabled: true,
    credential_enabled: true,
    magic_link_enabled: false,
    passkey_enabled: false,
    client_team_creation_enabled: false,
    client_user_deletion_enabled: false,
    enabled_oauth_providers: []
  }
}
