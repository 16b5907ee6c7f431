/** https://discord.com/developers/docs/topics/oauth2 */
import { emailAt, idAt, isTrueAt, textAt } from "./claims.ts"
import { type Provider, usual } from "./provider.ts"

export const discord: Provider = {
  ...usual,
  id: "discord",
  scopes: "identify email",
  endpoints: () => ({
    issuer: "https://discord.com",
    authorization: "https://discord.com/oauth2/authorize",
    token: "https://discord.com/api/oauth2/token",
    userinfo: "https://discord.com/api/users/@me",
    emails: null
  }),
  readAccount: ({ userinfo }) => {
    const accountId = idAt(userinfo, "id")
    const avatar = textAt(userinfo, "avatar")
    return {
      accountId,
      email: emailAt(userinfo, "email"),
      emailVerified: isTrueAt(userinfo, "verified"),
      displayName: textAt(userinfo, "global_name") ?? textAt(userinfo, "username"),
      profileImageUrl:
        accountId === null || avatar === null
          ? null
          : `https://cdn.discordapp.com/avatars/${encodeURIComponent(accountId)}/${encodeURIComponent(avatar)}.png`
    }
  }
}
