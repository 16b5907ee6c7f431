/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow */
import { emailAt, idAt, textAt } from "./claims.ts"
import { type Provider, usual } from "./provider.ts"

/** The tenant of all personal accounts, by its name in URLs and by its id. */
const CONSUMERS = "consumers"
const CONSUMERS_ID = "9188040d-6c67-4c5b-b112-36a304b66dad"

const isId = (tenant: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(tenant)

export const microsoft: Provider = {
  ...usual,
  id: "microsoft",
  scopes: "User.Read openid",
  endpoints: ({ microsoftTenantId }) => {
    const tenant = microsoftTenantId ?? CONSUMERS
    const issuer = tenant === CONSUMERS ? CONSUMERS_ID : tenant
    const base = `https://login.microsoftonline.com/${encodeURIComponent(tenant)}/oauth2/v2.0`
    return {
      // Tokens contain the tenant's id. Names such as `common` mean many tenants.
      issuer: isId(issuer) ? `https://login.microsoftonline.com/${issuer}/v2.0` : null,
      authorization: `${base}/authorize`,
      token: `${base}/token`,
      userinfo: "https://graph.microsoft.com/v1.0/me",
      emails: null
    }
  },
  nonce: "with scope openid",
  // The administrator of a tenant can set any address.
  emails: "unverified",
  readAccount: ({ userinfo }) => ({
    accountId: idAt(userinfo, "id"),
    email: emailAt(userinfo, "mail") ?? emailAt(userinfo, "userPrincipalName"),
    emailVerified: false,
    displayName: textAt(userinfo, "displayName"),
    profileImageUrl: null
  })
}
