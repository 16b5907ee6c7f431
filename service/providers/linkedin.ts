/** https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
import { emailAt, idAt, imageAt, isTrueAt, textAt } from "./claims.ts"
import { type Provider, usual } from "./provider.ts"

export const linkedin: Provider = {
  ...usual,
  id: "linkedin",
  scopes: "openid profile email",
  endpoints: () => ({
    issuer: "https://www.linkedin.com/oauth",
    authorization: "https://www.linkedin.com/oauth/v2/authorization",
    token: "https://www.linkedin.com/oauth/v2/accessToken",
    userinfo: "https://api.linkedin.com/v2/userinfo",
    emails: null
  }),
  // LinkedIn supports PKCE for native clients only, and its ID tokens omit the nonce.
  hasPkce: false,
  readAccount: ({ userinfo }) => ({
    accountId: idAt(userinfo, "sub"),
    email: emailAt(userinfo, "email"),
    emailVerified: isTrueAt(userinfo, "email_verified"),
    displayName: textAt(userinfo, "name"),
    profileImageUrl: imageAt(userinfo, "picture")
  })
}
