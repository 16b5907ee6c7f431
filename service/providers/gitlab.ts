/** https://docs.gitlab.com/api/oauth2/ */
import { emailAt, idAt, imageAt, textAt } from "./claims.ts"
import { type Provider, usual } from "./provider.ts"

export const gitlab: Provider = {
  ...usual,
  id: "gitlab",
  scopes: "read_user",
  endpoints: () => ({
    issuer: "https://gitlab.com",
    authorization: "https://gitlab.com/oauth/authorize",
    token: "https://gitlab.com/oauth/token",
    userinfo: "https://gitlab.com/api/v4/user",
    emails: null
  }),
  readAccount: ({ userinfo }) => ({
    accountId: idAt(userinfo, "id"),
    email: emailAt(userinfo, "email"),
    // The time when the user confirmed the address.
    emailVerified: textAt(userinfo, "confirmed_at") !== null,
    displayName: textAt(userinfo, "name") ?? textAt(userinfo, "username"),
    profileImageUrl: imageAt(userinfo, "avatar_url")
  })
}
