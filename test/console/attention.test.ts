/** What the console's home page names as needing attention. */
import { assert, describe, it } from "@effect/vitest"
import { attentionOf, type Health } from "../../console/home/attention.ts"

const config = {
  credentialEnabled: true,
  magicLinkEnabled: false,
  passkeyEnabled: false,
  allowLocalhost: false,
  oauthProviders: [],
  domains: [{ domain: "https://app.example", handlerPath: "/handler" }],
  emailConfig: { type: "standard" }
} as const

const healthy: Health = { failedMails: 0, targets: [] }

const titlesOf = (changes: Partial<Parameters<typeof attentionOf>[0]["config"]>, health = healthy) =>
  attentionOf({ id: "p", config: { ...config, ...changes } }, health).map(({ title }) => title)

describe("what needs attention", () => {
  it("is nothing in a project that is set up", () => {
    assert.deepStrictEqual(titlesOf({}), [])
  })

  it("is each setting that is missing or risky, with a link to its page", () => {
    for (const [changes, title, path] of [
      [{ credentialEnabled: false }, "Users cannot sign in", "settings/sign-in"],
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

  it("is a failed mail, a target that fails, and messages that have failed", () => {
    const at = new Date(0)
    const works = { attemptedAt: at, status: 204, problem: null }
    const problem = "Nothing listens at this address."
    const targets = [
      { id: "a", url: "https://a.example/", failedDeliveries: 0, lastAttempt: null },
      { id: "b", url: "https://b.example/", failedDeliveries: 0, lastAttempt: works },
      { id: "c", url: "https://c.example/", failedDeliveries: 2, lastAttempt: works },
      { id: "d", url: "https://d.example/", failedDeliveries: 9, lastAttempt: { ...works, status: 500 } },
      { id: "e", url: "https://e.example/", failedDeliveries: 0, lastAttempt: { ...works, status: null, problem } }
    ]
    const found = attentionOf({ id: "p", config }, { failedMails: 1, targets })
    assert.deepStrictEqual(
      found.map(({ href, text, title }) => [title, text, href]),
      [
        [
          "A mail was not delivered",
          "The mail server refused them, or they expired before it accepted them.",
          "#/projects/p/mail?state=failed"
        ],
        [
          "2 webhook messages to https://c.example/ were not delivered",
          "It did not accept them in any attempt. They can be sent again.",
          "#/projects/p/webhooks/targets/c?state=failed"
        ],
        [
          "Webhooks to https://d.example/ fail",
          "The last response had the status 500.",
          "#/projects/p/webhooks/targets/d"
        ],
        ["Webhooks to https://e.example/ fail", problem, "#/projects/p/webhooks/targets/e"]
      ]
    )
  })

  it("does not miss a provider as a method", () => {
    const github = { type: "shared", id: "github", enabled: true } as const
    assert.deepStrictEqual(titlesOf({ credentialEnabled: false, oauthProviders: [github] }), [])
    assert.deepStrictEqual(titlesOf({ credentialEnabled: false, oauthProviders: [{ ...github, enabled: false }] }), [
      "Users cannot sign in"
    ])
  })
})
