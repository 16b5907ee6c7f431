/** https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/ */
import { at, emailAt, idAt, imageAt, isTrueAt, items, textAt } from "./claims.ts"
import { type Provider, usual } from "./provider.ts"

export const bitbucket: Provider = {
  ...usual,
  id: "bitbucket",
  scopes: "account email",
  endpoints: () => ({
    issuer: "https://bitbucket.org",
    authorization: "https://bitbucket.org/site/oauth2/authorize",
    token: "https://bitbucket.org/site/oauth2/access_token",
    userinfo: "https://api.bitbucket.org/2.0/user",
    emails: "https://api.bitbucket.org/2.0/user/emails"
  }),
  hasPkce: false,
  readAccount: ({ emails, userinfo }) => {
    const primary = items(at(emails, "values")).find((each) => isTrueAt(each, "is_primary"))
    return {
      accountId: idAt(userinfo, "account_id"),
      email: emailAt(primary, "email"),
      emailVerified: isTrueAt(primary, "is_confirmed"),
      displayName: textAt(userinfo, "display_name"),
      profileImageUrl: imageAt(userinfo, "links", "avatar", "href")
    }
  }
}
