/** The five checks of production mode. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { productionModeErrors } from "../../../tiers/admin.ts"

const messages = (...domains: ReadonlyArray<string>) =>
  productionModeErrors({
    id: "p",
    config: { allowLocalhost: false, domains: domains.map((domain) => ({ domain })) }
  }).map(({ message }) => message)

const notUrl = (domain: string) => `The trusted domain ${domain} is not a valid URL.`
const localhost = (domain: string) => `The trusted domain ${domain} is localhost, which is every visitor's own machine.`
const rawIp = (domain: string) => `The trusted domain ${domain} is a raw IP address. Use a domain name.`
const notHttps = (domain: string) => `The trusted domain ${domain} is not HTTPS.`

describe("production", () => {
  it("accepts https domains, and no domains", () => {
    assert.deepStrictEqual(
      messages("https://app.example", "https://localhost.example:8443/path", "https://1.example"),
      []
    )
    assert.deepStrictEqual(messages(), [])
  })

  it("rejects callback URLs on localhost", () => {
    assert.deepStrictEqual(productionModeErrors({ id: "a/b", config: { allowLocalhost: true, domains: [] } }), [
      {
        message: "Callback URLs on localhost are allowed: switch that off.",
        relativeFixUrl: "/projects/a%2Fb/domains"
      }
    ])
  })

  for (const [what, problem, domains] of [
    ["no valid URL", notUrl, ["app.example", "", "https://", "https://a b"]],
    ["this machine", localhost, ["http://localhost:3000", "https://app.localhost", "http://127.0.0.1", "http://[::1]"]],
    ["a raw address", rawIp, ["https://192.0.2.1", "http://3221225985", "https://[2001:db8::1]"]],
    ["no https", notHttps, ["http://app.example", "ftp://app.example"]]
  ] as const) {
    it(`rejects a domain that is ${what}, and reports the first problem only`, () => {
      assert.deepStrictEqual(messages(...domains), domains.map(problem))
    })
  }

  it.prop("reports at most one problem of any domain", { domain: Schema.String }, ({ domain }) => {
    assert.isAtMost(messages(domain).length, 1)
  })
})
