/** https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
import { emailAt, idAt, imageAt, textAt } from "./claims.ts"
import { type Provider, usual } from "./provider.ts"

export const facebook: Provider = {
  ...usual,
  id: "facebook",
  scopes: "openid public_profile email",
  endpoints: () => ({
    issuer: "https://www.facebook.com",
    authorization: "https://www.facebook.com/v20.0/dialog/oauth",
    token: "https://graph.facebook.com/v20.0/oauth/access_token",
    userinfo: "https://graph.facebook.com/v20.0/me?fields=id,name,email,picture",
    emails: null
  }),
  parameters: ({ facebookConfigId }) => (facebookConfigId === null ? {} : { config_id: facebookConfigId }),
  nonce: "with scope openid",
  emails: "unverified",
  readAccount: ({ userinfo }) => ({
    accountId: idAt(userinfo, "id"),
    email: emailAt(userinfo, "email"),
    emailVerified: false,
    displayName: textAt(userinfo, "name"),
    profileImageUrl: imageAt(userinfo, "picture", "data", "url")
  })
}
