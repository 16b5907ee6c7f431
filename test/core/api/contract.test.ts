/** Consistency of the API contract, and its agreement with the original protocol, whose routes are in protocol.json. */
import { describe, expect, it } from "vitest"
import { endpoints } from "../../../core/api/endpoints.ts"
import protocol from "./protocol.json" with { type: "json" }

/** The start of the paths that the service adds to the protocol: see docs/wire/data.md. */
const EXTENSION_PATHS = [
  /^\/audit-log/,
  /^\/auth\/anonymous\//,
  /^\/auth\/cli(\/|$)/,
  /^\/auth\/impersonation\//,
  /^\/auth\/mfa\/recovery-codes/,
  /^\/auth\/oauth\/cross-domain\//,
  /^\/auth\/sessions\/:session_id$/,
  /^\/auth\/sign-up-proof\//,
  /^\/connected-accounts\/:user_id$/,
  /^\/connected-accounts\/:user_id\/:provider_id\/:provider_account_id\/access-token$/,
  /^\/email-templates\/preview$/,
  /^\/emails\/notification-preference\//,
  /^\/internal\/outgoing-mails/,
  /^\/internal\/projects\/current$/,
  /^\/oauth-providers(\/|$)/,
  /^\/passkeys\//,
  /^\/project-permission-definitions/,
  /^\/project-permissions/,
  /^\/team-api-keys(\/|$)/,
  /^\/team-invitations\/:id\/accept$/,
  /^\/team-members(\/|$)/,
  /^\/user-api-keys(\/|$)/,
  /^\/webhooks\/(messages|targets)(\/|$)/
]
/** Methods that the service adds to paths of the protocol. */
const EXTENSION_METHODS = new Set(["DELETE /auth/sessions", "GET /auth/sessions"])
/**
 * Errors of endpoints that the original protocol does not have there: those of extensions, and of services since Stack
 * Auth 2.8.
 */
const EXTENSION_ERRORS = new Set([
  "LIMIT_REACHED",
  "OAUTH_ACCOUNT_NOT_FOR_SIGN_IN",
  "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE",
  "PASSWORD_REQUIREMENTS_NOT_MET",
  "PERMISSION_ID_ALREADY_EXISTS",
  "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT",
  "RATE_LIMITS_TOO_HIGH",
  "SIGN_UP_PROOF_INVALID",
  "SIGN_UP_PROOF_REQUIRED",
  "SIGN_UP_REJECTED",
  "TEAM_INVITATION_EMAIL_MISMATCH",
  "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED",
  "WRONG_PERMISSION_SCOPE"
])
/** Statuses of successes that differ from the protocol: see docs/differences-from-upstream.md. */
const OTHER_STATUSES = new Map([["POST /auth/oauth/callback/:provider_id", 303]])
const ofProtocol = endpoints.filter(
  ({ name, path }) => !EXTENSION_METHODS.has(name) && !EXTENSION_PATHS.some((start) => start.test(path))
)

/** The server and admin tiers fail with it in projects that set a minimum length, which the original cannot. */
const isMinLengthOfServer = ({ tiers }: (typeof endpoints)[number], code: string) =>
  code === "PASSWORD_TOO_SHORT" && !tiers.some((tier) => tier === "client")

/** The original responds to an unknown team permission with a plain 404, and uses this code for the deletion of one. */
const isUpdateOfMissingPermission = ({ name }: (typeof endpoints)[number], code: string) =>
  code === "PERMISSION_NOT_FOUND" && name === "PATCH /team-permission-definitions/:permission_id"

/** Endpoints that are steps of a flow, or cause a mail, and no resources. */
const ACTION = new RegExp(
  [
    "^POST /auth/(?!mfa/recovery-codes$|oauth/callback/)",
    "^DELETE /auth/sessions/current$",
    "^GET /auth/sign-up-proof/",
    "^POST /check-",
    " /emails/notification-preference/",
    "^POST .*/send-(?:verification-code|code|test-email)$",
    "^POST /contact-channels/verify",
    "^POST /team-invitations/accept"
  ].join("|")
)

const braces = (name: string) => name.replaceAll(/:(\w+)/g, "{$1}")
const sortedUnique = (values: Iterable<string>) => [...new Set(values)].toSorted()
/** Returns the routes of an entry, whose method may be `GET|POST`. */
const routesOf = ({ method, path }: (typeof protocol)[number]) => method.split("|").map((one) => `${one} ${path}`)

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

  it("rejects a query that is not declared, except for actions, which ignore it", () => {
    const ignoring = endpoints.filter(({ schemas }) => schemas.query === undefined).map(({ name }) => name)
    expect(sortedUnique(ignoring)).toEqual(sortedUnique(endpoints.map(({ name }) => name).filter((name) => ACTION.test(name))))
  })

  it("sends the user's tokens only together with project headers", () => {
    for (const endpoint of endpoints) {
      if (endpoint.session === "current") expect(endpoint.tiers.length, endpoint.name).toBeGreaterThan(0)
    }
  })

  it("matches the original protocol", () => {
    expect(sortedUnique(ofProtocol.map(({ name }) => braces(name)))).toEqual(sortedUnique(protocol.flatMap(routesOf)))
    for (const entry of protocol) {
      const routes = routesOf(entry)
      const ours = endpoints.filter(({ name }) => routes.includes(braces(name)))
      expect(sortedUnique(ours.flatMap(({ tiers }) => tiers)), routes[0]).toEqual(sortedUnique(entry.tiers))
      for (const { name, status } of ours) expect(status, name).toBe(OTHER_STATUSES.get(name) ?? entry.status)
      // The catalogue contains this refresh error, but no route declares it. Clients handle it nevertheless.
      const codes = ours
        .flatMap((endpoint) =>
          endpoint.errors
            .map(({ code }) => code)
            .filter((code) => !isMinLengthOfServer(endpoint, code) && !isUpdateOfMissingPermission(endpoint, code))
        )
        .filter((code) => code !== "PROVIDER_REJECTED" && !EXTENSION_ERRORS.has(code))
      expect(sortedUnique(codes), routes[0]).toEqual(sortedUnique(entry.errors))
    }
  })
})
