/** Consistency of the API contract, and its agreement with the protocol where the protocol's files are available. */
import { describe, expect, it } from "vitest"
import { existsSync, readFileSync } from "node:fs"
import { endpoints } from "../../../core/api/endpoints.ts"

interface Fact {
  readonly method: string
  readonly path: string
  readonly tiers: ReadonlyArray<string>
  readonly knownErrors: ReadonlyArray<string>
  readonly response: { readonly status: number }
}

const factsFile = new URL("../../../../shared/protocol/endpoints.json", import.meta.url)
/** The start of the paths that the service adds to the protocol: see docs/wire/data.md. */
const EXTENSION_PATHS = [
  /^\/audit-log/,
  /^\/auth\/mfa\/recovery-codes/,
  /^\/auth\/sign-up-proof\//,
  /^\/internal\/outgoing-mails/,
  /^\/passkeys\//,
  /^\/team-members(\/|$)/
]
/** Errors that the service adds to endpoints of the protocol: docs/wire/passkeys.md and docs/wire/sign-up-proof.md. */
const EXTENSION_ERRORS = new Set([
  "PASSKEY_LIMIT_REACHED",
  "PASSWORD_REQUIREMENTS_NOT_MET",
  "SIGN_UP_PROOF_INVALID",
  "SIGN_UP_PROOF_REQUIRED"
])
const ofProtocol = endpoints.filter(({ path }) => !EXTENSION_PATHS.some((start) => start.test(path)))

const braces = (name: string) => name.replaceAll(/:(\w+)/g, "{$1}")
const sorted = (values: Iterable<string>) => [...new Set(values)].toSorted()
const ofFact = (fact: Fact) =>
  endpoints.filter((endpoint) =>
    fact.method.split("|").some((method) => braces(endpoint.name) === `${method} ${fact.path}`)
  )

describe("The API contract", () => {
  it("declares each route once for each tier", () => {
    const claims = endpoints.flatMap(({ name, schemas, tiers }) =>
      // The token endpoint is one route with two grants.
      (tiers.length === 0 ? ["none"] : tiers).map((tier) =>
        name === "POST /auth/oauth/token" ? schemas.body : `${name} ${tier}`
      )
    )
    expect(new Set(claims).size).toBe(claims.length)
  })

  it("has an input schema for every endpoint", () => {
    for (const endpoint of endpoints) expect(endpoint.input, endpoint.name).toBeDefined()
  })

  it("sends the user's tokens only together with project headers", () => {
    for (const endpoint of endpoints) {
      if (endpoint.session === "current") expect(endpoint.tiers.length, endpoint.name).toBeGreaterThan(0)
    }
  })

  it.skipIf(!existsSync(factsFile))("matches the protocol's endpoints (needs the protocol's files)", () => {
    const { endpoints: facts } = JSON.parse(readFileSync(factsFile, "utf8")) as {
      readonly endpoints: ReadonlyArray<Fact>
    }
    const routes = facts.flatMap(({ method, path }) => method.split("|").map((each) => `${each} ${path}`))
    expect(sorted(ofProtocol.map(({ name }) => braces(name)))).toEqual(sorted(routes))
    for (const fact of facts) {
      const ours = ofFact(fact)
      const name = `${fact.method} ${fact.path}`
      const tiers = fact.tiers.filter((tier) => /^(?:client|server|admin)$/.test(tier))
      expect(sorted(ours.flatMap((endpoint) => endpoint.tiers)), name).toEqual(sorted(tiers))
      expect(sorted(ours.map(({ status }) => String(status))), name).toEqual([String(fact.response.status)])
      // The catalogue contains this refresh error, but no route declares it. Clients handle it nevertheless.
      const codes = ours
        .flatMap(({ errors }) => errors.map(({ code }) => code))
        .filter((code) => code !== "PROVIDER_REJECTED" && !EXTENSION_ERRORS.has(code))
      expect(sorted(codes), name).toEqual(sorted(fact.knownErrors))
    }
  })
})
