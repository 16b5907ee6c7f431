/** The requests to each provider, and the mapping of its responses. */
import { describe, expect, it } from "vitest"
import { OAuthProviderId } from "../../../../core/schema/fields/oauth-provider-id.ts"
import { type ProviderClaims, scopesOf } from "../../../../service/providers/provider.ts"
import { providers } from "../../../../service/providers/providers.ts"
import { sharedProviderIds } from "../../../../service/providers/shared-provider-ids.ts"

const choices = { facebookConfigId: null, microsoftTenantId: null }

const IMAGE = "https://img.example/1"

/** The mapped fields of an account, with the fields that a provider does not return. */
const noor = {
  accountId: "1",
  email: "noor@example.com",
  emailVerified: false,
  displayName: "Noor",
  profileImageUrl: IMAGE
}

const nothing: ProviderClaims = { userinfo: undefined, emails: undefined, idToken: undefined, form: undefined }

/** The userinfo response of each provider, as in its documentation, and the expected account. */
const responses: Readonly<Record<OAuthProviderId, readonly [Partial<ProviderClaims>, object]>> = {
  google: [
    { userinfo: { sub: "1", name: "Noor", email: noor.email, email_verified: true, picture: IMAGE } },
    { ...noor, emailVerified: true }
  ],
  github: [
    {
      userinfo: { id: 1, login: "noor", name: "Noor", email: "public@example.com", avatar_url: IMAGE },
      emails: [{ email: "noor@example.com", primary: true, verified: false }]
    },
    noor
  ],
  microsoft: [
    { userinfo: { id: "1", displayName: "Noor", mail: null, userPrincipalName: "noor@example.com" } },
    { ...noor, profileImageUrl: null }
  ],
  spotify: [{ userinfo: { id: "1", display_name: "Noor", email: "noor@example.com", images: [{ url: IMAGE }] } }, noor],
  facebook: [
    { userinfo: { id: "1", name: "Noor", email: "noor@example.com", picture: { data: { url: IMAGE } } } },
    noor
  ],
  discord: [
    { userinfo: { id: "1", username: "noor", global_name: null, email: noor.email, verified: true, avatar: "a_b" } },
    {
      ...noor,
      emailVerified: true,
      displayName: "noor",
      profileImageUrl: "https://cdn.discordapp.com/avatars/1/a_b.png"
    }
  ],
  gitlab: [
    { userinfo: { id: 1, name: "Noor", email: noor.email, confirmed_at: "2012-05-23T09:05:22Z", avatar_url: IMAGE } },
    { ...noor, emailVerified: true }
  ],
  bitbucket: [
    {
      userinfo: { account_id: "1", display_name: "Noor", links: { avatar: { href: IMAGE } } },
      emails: {
        values: [
          { email: "old@example.com", is_primary: false },
          { email: noor.email, is_primary: true, is_confirmed: true }
        ]
      }
    },
    { ...noor, emailVerified: true }
  ],
  linkedin: [
    { userinfo: { sub: "1", name: "Noor", email: "noor@example.com", email_verified: "true", picture: IMAGE } },
    { ...noor, emailVerified: true }
  ],
  apple: [
    { idToken: { sub: "1", email: "noor@example.com", email_verified: "true" }, form: { name: { firstName: "Noor" } } },
    { ...noor, emailVerified: true, profileImageUrl: null }
  ],
  x: [
    { userinfo: { data: { id: "1", name: "Noor", username: "noor", profile_image_url: IMAGE } } },
    { ...noor, email: null }
  ]
}

describe.each(OAuthProviderId.literals)("%s", (id) => {
  const provider = providers[id]

  it("has its endpoints at an https URL", () => {
    const { authorization, emails, token, userinfo } = provider.endpoints(choices)
    for (const url of [authorization, token, userinfo, emails]) {
      if (url !== null) expect(new URL(url).protocol).toBe("https:")
    }
    expect(provider.id).toBe(id)
  })

  it("maps the response to an account", () => {
    const [claims, account] = responses[id]
    expect(provider.readAccount({ ...nothing, ...claims })).toEqual(account)
  })

  it("maps no response without an account, and does not throw", () => {
    const empty = { sub: "", id: "", account_id: " ", data: { id: null } }
    const invalid = [undefined, null, "text", 1, [], {}, { id: {} }, empty, { sub: "a\u001fb", id: "a\nb" }]
    for (const value of invalid) {
      const account = provider.readAccount({ userinfo: value, emails: value, idToken: value, form: value })
      expect(account).toMatchObject({ accountId: null, email: null, emailVerified: false })
    }
  })
})

describe("responses of providers", () => {
  it("become an email address or an image only if they are valid", () => {
    const read = (fields: object) => providers.google.readAccount({ ...nothing, userinfo: { sub: "1", ...fields } })
    expect(read({ email: "no address" }).email).toBeNull()
    expect(read({ email: { toString: "x" } }).email).toBeNull()
    expect(read({ picture: "javascript:alert(1)" }).profileImageUrl).toBeNull()
    expect(read({ picture: "data:text/html,x" }).profileImageUrl).toBeNull()
    const image = (path: string) => read({ picture: `https://a.example/${path}` }).profileImageUrl
    expect(image("x".repeat(9000))).toHaveLength(9018)
    expect(image("x".repeat(10_000))).toBeNull()
    expect(image("é".repeat(2000))).toBeNull()
    expect(read({ email: `${"x".repeat(330)}@a.example` }).email).toBeNull()
    expect(read({ name: "x".repeat(2000) }).displayName).toBeNull()
    expect(read({ email_verified: "yes" }).emailVerified).toBe(false)
  })

  it("become a name of at most 1000 characters, without half a pair of surrogates", () => {
    const nameOf = (firstName: string, lastName: string) =>
      providers.apple.readAccount({ ...nothing, form: { name: { firstName, lastName } } }).displayName
    expect(nameOf("x".repeat(1000), "y".repeat(1000))).toBe("x".repeat(1000))
    expect(nameOf("x".repeat(998), "\u{1f600}y")).toBe(`${"x".repeat(998)} `)
    expect(nameOf("x".repeat(997), "\u{1f600}y")).toBe(`${"x".repeat(997)} \u{1f600}`)
  })

  it("become no account if the id was rounded as a number", () => {
    expect(providers.github.readAccount({ ...nothing, userinfo: { id: 2 ** 53 } }).accountId).toBeNull()
  })
})

describe("the default scopes", () => {
  it("equal those of Stack Auth", () => {
    expect(Object.fromEntries(Object.values(providers).map(({ id, scopes }) => [id, scopes]))).toEqual({
      google: "https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile",
      github: "user:email",
      microsoft: "User.Read openid",
      spotify: "user-read-email user-read-private",
      facebook: "openid public_profile email",
      discord: "identify email",
      gitlab: "read_user",
      bitbucket: "account email",
      linkedin: "openid profile email",
      apple: "name email",
      x: "users.read offline.access tweet.read"
    })
    expect(sharedProviderIds).toEqual(["google", "github", "microsoft", "spotify"])
    expect(scopesOf(" a  b,a,,c ")).toEqual(["a", "b", "c"])
  })
})

describe("Microsoft", () => {
  it("is contacted in the tenant of the project", () => {
    const tenant = (microsoftTenantId: string | null) =>
      providers.microsoft.endpoints({ ...choices, microsoftTenantId })
    expect(tenant(null).authorization).toBe("https://login.microsoftonline.com/consumers/oauth2/v2.0/authorize")
    expect(tenant(null).issuer).toBe("https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0")
    expect(tenant("common").issuer).toBeNull()
    expect(tenant("../x").token).toBe("https://login.microsoftonline.com/..%2Fx/oauth2/v2.0/token")
  })
})

describe("Facebook", () => {
  it("is contacted with the configuration of the project", () => {
    expect(providers.facebook.parameters(choices)).toEqual({})
    expect(providers.facebook.parameters({ ...choices, facebookConfigId: "7" })).toEqual({ config_id: "7" })
  })
})
