/** The devtools' redaction of tokens and inputs. */
import { describe, expect, it } from "vitest"
import * as Redacted from "effect/Redacted"
import { noTokens } from "../../core/session/tokens.ts"
import { describeQuery } from "../../react/devtools/describe-query.ts"
import { describeSession } from "../../react/devtools/describe-session.ts"
import { keyOf } from "../../tiers/cache/query.ts"

const TEAM = "11111111-1111-4111-8111-111111111111"
const token = (claims: unknown) => Redacted.make(`e30.${btoa(JSON.stringify(claims))}.x`)

describe("The name of a cached read", () => {
  it.each([
    [keyOf("getUser"), "getUser"],
    [keyOf("teams.listMembers", [TEAM]), `teams.listMembers("${TEAM}")`],
    [keyOf("teams.get", [{ teamId: TEAM, email: "ada@example.com" }]), `teams.get({"teamId":"${TEAM}","email":"…"})`],
    [keyOf("read", [["a", 1, null, true]]), 'read(["…",1,null,true])'],
    [keyOf("read", [{ nested: { secret: "sk_1" } }]), 'read({"nested":{"secret":"…"}})'],
    [keyOf("read", [undefined]), "read(null)"],
    // Text around a UUID is no UUID.
    [keyOf("read", [`${TEAM} sk_1`]), 'read("…")']
  ])("keeps ids and hides other texts: %s", (key, name) => expect(describeQuery(key)).toBe(name))
})

describe("The description of a session", () => {
  const refreshToken = Redacted.make("refresh")

  it("has the times of the token, and the time after which a call refreshes it", () => {
    const accessToken = token({ sub: TEAM, iat: 100, exp: 700 })
    expect(describeSession({ accessToken, refreshToken })).toEqual({
      userId: TEAM,
      kind: "full",
      hasAccessToken: true,
      hasRefreshToken: true,
      issuedAt: 100_000,
      expiresAt: 700_000,
      refreshesAfter: 680_000
    })
    expect(describeSession({ accessToken, refreshToken: null }).refreshesAfter).toBeNull()
  })

  it("names anonymous and restricted users", () => {
    const kindOf = (claims: object) => describeSession({ accessToken: token(claims), refreshToken }).kind
    expect(kindOf({ sub: "a", is_anonymous: true, is_restricted: true })).toBe("anonymous")
    expect(kindOf({ sub: "a", is_restricted: true })).toBe("restricted")
  })

  it("refreshes before the next call without an access token, and never one that does not expire", () => {
    expect(describeSession({ accessToken: null, refreshToken })).toMatchObject({ refreshesAfter: 0, userId: null })
    expect(describeSession({ accessToken: token({ sub: TEAM }), refreshToken }).refreshesAfter).toBeNull()
    expect(describeSession(noTokens)).toMatchObject({ refreshesAfter: null, kind: null })
  })

  it.each(["not-a-jwt", "a.!!!.c", `e30.${btoa("null")}.x`, `e30.${btoa('{"sub":{},"exp":"soon"}')}.x`])(
    "has no times and no user for a token that it cannot read: %s",
    (text) => {
      const facts = describeSession({ accessToken: Redacted.make(text), refreshToken })
      expect(facts).toMatchObject({ userId: null, issuedAt: null, expiresAt: null })
      expect(JSON.stringify(facts)).not.toContain(text)
    }
  )
})
