/** What the console's home page names as needing attention. */
import { assert, describe, it } from "@effect/vitest"
import { attentionOf } from "../../console/home/attention.ts"

const config = {
  credentialEnabled: true,
  magicLinkEnabled: false,
  passkeyEnabled: false,
  allowLocalhost: false,
  oauthProviders: [],
  domains: [{ domain: "https://app.example", handlerPath: "/handler" }],
  emailConfig: { type: "standard" }
} as const

const healthy = { failedMails: 0, failedWebhooks: 0 }

const titlesOf = (changes: Partial<Parameters<typeof attentionOf>[0]["config"]>, health = healthy) =>
  attentionOf({ id: "p", config: { ...config, ...changes } }, health).map(({ title }) => title)

describe("what needs attention", () => {
  it("is nothing in a project that is set up", () => {
    assert.deepStrictEqual(titlesOf({}), [])
  })

  it("is each setting that is missing or risky, with a link to its page", () => {
    for (const [changes, title, path] of [
      [{ credentialEnabled: false }, "Nobody can sign in", "settings/sign-in"],
      [{ emailConfig: { type: "shared" } }, "The project has no mail server", "mail/server"],
      [{ allowLocalhost: true }, "Localhost is allowed", "settings/domains"],
      [{ domains: [] }, "There is no trusted domain", "settings/domains"],
      [
        { domains: [{ domain: "http://app.example", handlerPath: "/" }] },
        "The domain http://app.example is risky",
        "settings/domains"
      ],
      [
        { domains: [{ domain: "https://*.app.example", handlerPath: "/" }] },
        "The domain https://*.app.example is risky",
        "settings/domains"
      ]
    ] as const) {
      const [found, ...others] = attentionOf({ id: "p", config: { ...config, ...changes } }, healthy)
      assert.deepStrictEqual([found?.title, others.length], [title, 0])
      assert.strictEqual(found?.href, `#/projects/p/${path}`)
    }
  })

  it("is a failed mail or webhook, with their number", () => {
    assert.deepStrictEqual(titlesOf({}, { failedMails: 1, failedWebhooks: 2 }), [
      "A mail was not delivered",
      "2 webhook messages were not delivered"
    ])
  })

  it("does not miss a provider as a method", () => {
    const github = { type: "shared", id: "github", enabled: true } as const
    assert.deepStrictEqual(titlesOf({ credentialEnabled: false, oauthProviders: [github] }), [])
    assert.deepStrictEqual(titlesOf({ credentialEnabled: false, oauthProviders: [{ ...github, enabled: false }] }), [
      "Nobody can sign in"
    ])
  })
})
