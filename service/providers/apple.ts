/** https://developer.apple.com/documentation/signinwithapplerestapi */
import { emailAt, idAt, isTrueAt, nameOf, textAt } from "./claims.ts"
import { type Provider, usual } from "./provider.ts"

export const apple: Provider = {
  ...usual,
  id: "apple",
  scopes: "name email",
  endpoints: () => ({
    issuer: "https://appleid.apple.com",
    authorization: "https://appleid.apple.com/auth/authorize",
    token: "https://appleid.apple.com/auth/token",
    userinfo: null,
    emails: null
  }),
  // Apple responds to requests for the name or the address with `form_post` only.
  parameters: () => ({ response_mode: "form_post" }),
  usesFormPost: true,
  hasPkce: false,
  nonce: "always",
  readAccount: ({ form, idToken }) => {
    // The name is sent in the form, the first time only.
    const names = [textAt(form, "name", "firstName"), textAt(form, "name", "lastName")]
    return {
      accountId: idAt(idToken, "sub"),
      email: emailAt(idToken, "email"),
      emailVerified: isTrueAt(idToken, "email_verified"),
      displayName: nameOf(names),
      profileImageUrl: null
    }
  }
}
