/** https://developers.google.com/identity/protocols/oauth2/web-server, …/openid-connect/openid-connect */
import { emailAt, idAt, imageAt, isTrueAt, textAt } from "./claims.ts"
import { type Provider, usual } from "./provider.ts"

export const google: Provider = {
  ...usual,
  id: "google",
  scopes: "https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile",
  endpoints: () => ({
    issuer: "https://accounts.google.com",
    authorization: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    userinfo: "https://openidconnect.googleapis.com/v1/userinfo",
    emails: null
  }),
  // Without `prompt=consent`, returning users get no refresh token.
  parameters: () => ({ prompt: "consent", include_granted_scopes: "true" }),
  nonce: "with scope openid",
  readAccount: ({ userinfo }) => ({
    accountId: idAt(userinfo, "sub"),
    email: emailAt(userinfo, "email"),
    emailVerified: isTrueAt(userinfo, "email_verified"),
    displayName: textAt(userinfo, "name"),
    profileImageUrl: imageAt(userinfo, "picture")
  })
}
