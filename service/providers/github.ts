/** https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
import { emailAt, idAt, imageAt, isTrueAt, items, textAt } from "./claims.ts"
import { type Provider, usual } from "./provider.ts"

export const github: Provider = {
  ...usual,
  id: "github",
  scopes: "user:email",
  endpoints: () => ({
    issuer: "https://github.com",
    authorization: "https://github.com/login/oauth/authorize",
    token: "https://github.com/login/oauth/access_token",
    userinfo: "https://api.github.com/user",
    emails: "https://api.github.com/user/emails"
  }),
  readAccount: ({ emails, userinfo }) => {
    // The profile contains the address only if the user made it public.
    const primary = items(emails).find((each) => isTrueAt(each, "primary"))
    return {
      accountId: idAt(userinfo, "id"),
      email: emailAt(primary, "email"),
      emailVerified: isTrueAt(primary, "verified"),
      displayName: textAt(userinfo, "name") ?? textAt(userinfo, "login"),
      profileImageUrl: imageAt(userinfo, "avatar_url")
    }
  }
}
