/** https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code */
import { idAt, imageAt, textAt } from "./claims.ts"
import { type Provider, usual } from "./provider.ts"

export const x: Provider = {
  ...usual,
  id: "x",
  scopes: "users.read offline.access tweet.read",
  endpoints: () => ({
    issuer: "https://x.com",
    authorization: "https://x.com/i/oauth2/authorize",
    token: "https://api.x.com/2/oauth2/token",
    userinfo: "https://api.x.com/2/users/me?user.fields=id,name,username,profile_image_url",
    emails: null
  }),
  clientAuthentication: "basic",
  emails: "none",
  readAccount: ({ userinfo }) => ({
    accountId: idAt(userinfo, "data", "id"),
    // X returns no address.
    email: null,
    emailVerified: false,
    displayName: textAt(userinfo, "data", "name") ?? textAt(userinfo, "data", "username"),
    profileImageUrl: imageAt(userinfo, "data", "profile_image_url")
  })
}
