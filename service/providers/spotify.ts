/** https://developer.spotify.com/documentation/web-api/tutorials/code-flow */
import { at, emailAt, idAt, imageAt, items, textAt } from "./claims.ts"
import { type Provider, usual } from "./provider.ts"

export const spotify: Provider = {
  ...usual,
  id: "spotify",
  scopes: "user-read-email user-read-private",
  endpoints: () => ({
    issuer: "https://accounts.spotify.com",
    authorization: "https://accounts.spotify.com/authorize",
    token: "https://accounts.spotify.com/api/token",
    userinfo: "https://api.spotify.com/v1/me",
    emails: null
  }),
  clientAuthentication: "basic",
  // Spotify's documentation: the address is unverified.
  emails: "unverified",
  readAccount: ({ userinfo }) => ({
    accountId: idAt(userinfo, "id"),
    email: emailAt(userinfo, "email"),
    emailVerified: false,
    displayName: textAt(userinfo, "display_name"),
    profileImageUrl: imageAt(items(at(userinfo, "images"))[0], "url")
  })
}
