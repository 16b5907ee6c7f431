/** The texts of the security activity for entries of the audit log. */
import { describe, expect, it } from "vitest"
import { endpoints } from "../../core/api/endpoints.ts"
import type { AuditEntry } from "../../core/schema/audit-entry.ts"
import { clientNameOf, isMobile } from "../../react/account/client-name.ts"
import { relativeTime } from "../../react/account/relative-time.ts"
import { securityEventOf } from "../../react/account/security-event.ts"
import { withNewest, withOlder } from "../../react/account/use-activity.ts"
import { isAudited } from "../../service/audit/audited-endpoints.ts"
import { DAY } from "../durations.ts"

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  id: "a",
  at: new Date(0),
  action: "PATCH /users/me",
  outcome: "succeeded",
  code: null,
  actor: { type: "user", id: "u" },
  address: "203.0.113.7",
  userAgent: null,
  requestId: null,
  targets: { user_id: "u" },
  changedFields: [],
  clearedFields: [],
  ...fields
})
const textOf = (fields: Partial<AuditEntry>) => securityEventOf(entry(fields))?.text

/** Endpoints whose change of an account needs no name of its own. */
const unnamed: ReadonlySet<string> = new Set(["POST /internal/projects", "DELETE /users/me"])

describe("a security event", () => {
  it("has a name for every recorded endpoint of the client tier", () => {
    const actions = endpoints.filter(isAudited).flatMap(({ name, tiers }) => (tiers.includes("client") ? [name] : []))
    expect(actions.length).toBeGreaterThan(30)
    const others = actions.filter((action) => !unnamed.has(action) && textOf({ action }) === "activityOther")
    expect(others).toEqual([])
  })

  it("says that an administrator signed in, once", () => {
    const byOwner = { actor: { type: "owner", id: null } } as const
    expect(textOf({ ...byOwner, action: "POST /auth/oauth/token" })).toBe("activityImpersonated")
    expect(textOf({ ...byOwner, action: "POST /auth/impersonation/authorize" })).toBeUndefined()
    expect(textOf({ action: "POST /auth/oauth/token" })).toBe("activitySignedIn")
  })

  it("is a failed sign-in, or one that the second factor has to follow", () => {
    const refused = { action: "POST /auth/password/sign-in", outcome: "refused" } as const
    expect(securityEventOf(entry({ ...refused, code: "EMAIL_PASSWORD_MISMATCH" }))).toMatchObject({
      text: "activitySignInFailed",
      subject: "password",
      isRefused: true
    })
    expect(securityEventOf(entry({ ...refused, code: "MULTI_FACTOR_AUTHENTICATION_REQUIRED" }))).toMatchObject({
      text: "activityFactorAsked",
      isRefused: false
    })
    expect(securityEventOf(entry({ action: "POST /auth/password/update", outcome: "refused" }))).toMatchObject({
      text: "activityRefused",
      subject: "password"
    })
  })

  it("is the most important of the fields that were changed", () => {
    const changed = (changedFields: ReadonlyArray<string>, clearedFields: ReadonlyArray<string> = []) =>
      textOf({ changedFields, clearedFields })
    expect(changed(["display_name"])).toBe("activityProfile")
    expect(changed(["display_name", "totp_secret_base64"])).toBe("activityFactorOn")
    expect(changed(["totp_secret_base64"], ["totp_secret_base64"])).toBe("activityFactorOff")
    expect(changed(["otp_auth_enabled"])).toBe("activityCodesOn")
    expect(changed(["otp_auth_enabled"], ["otp_auth_enabled"])).toBe("activityCodesOff")
    expect(changed(["passkey_auth_enabled"], ["passkey_auth_enabled"])).toBe("activityPasskeyRemoved")
    expect(textOf({ action: "PATCH /users/:user_id", changedFields: ["password"] })).toBe("activityPasswordChanged")
    const keyChanged = (changedFields: ReadonlyArray<string>) =>
      textOf({ action: "PATCH /user-api-keys/:api_key_id", changedFields })
    expect(keyChanged(["revoked"])).toBe("activityApiKeyRevoked")
    expect(keyChanged(["description"])).toBe("activityApiKeyChanged")
  })

  it("is a connected account, and not the response of a provider that a sign-in follows", () => {
    const action = "GET /auth/oauth/callback/:provider_id"
    expect(textOf({ action, targets: { user_id: "u", connected_provider_id: "google" } })).toBe("activityConnected")
    expect(textOf({ action, targets: { user_id: "u" } })).toBeUndefined()
    expect(textOf({ action: "POST /auth/oauth/token" })).toBe("activitySignedIn")
  })

  it("is a sign-in by no method where a session was handed over from another domain", () => {
    expect(textOf({ action: "POST /auth/oauth/cross-domain/authorize" })).toBeUndefined()
    const exchange = (targets: Readonly<Record<string, string>>) =>
      securityEventOf(entry({ action: "POST /auth/oauth/token", targets }))?.subject
    expect(exchange({ user_id: "u" })).toBe("external")
    expect(exchange({ user_id: "u", source_session_id: "s" })).toBeNull()
  })

  it("is named for actions of later versions, and of names of the prototype", () => {
    expect(textOf({ action: "POST /auth/telepathy" })).toBe("activityOther")
    expect(textOf({ action: "POST /auth/telepathy", outcome: "refused" })).toBe("activityRefused")
    expect(textOf({ action: "constructor" })).toBe("activityOther")
  })
})

describe("the name of a client", () => {
  const mozilla = "Mozilla/5.0"
  const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0"
  const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
  const iPhone = `${mozilla} (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${webKit}`
  const samsung = chrome.replace("Chrome", "SamsungBrowser/29.0 Chrome")
  it.each([
    [`${mozilla} (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, "Chrome", "Windows"],
    [`${mozilla} (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/143.0.0.0`, "Edge", "Windows"],
    [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36 OPR/127.0.0.0`, "Opera", "macOS"],
    [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/26.1 Safari/605.1.15`, "Safari", "macOS"],
    [`${iPhone} Version/26.1 Mobile/15E148 Safari/604.1`, "Safari", "iOS"],
    [`${iPhone} CriOS/143.0.7499.38 Mobile/15E148 Safari/604.1`, "Chrome", "iOS"],
    [`${mozilla} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox", "Linux"],
    [`${mozilla} (Linux; Android 10; K) ${samsung} Mobile Safari/537.36`, "Samsung Internet", "Android"],
    [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, "Chrome", "ChromeOS"],
    ["node", null, null],
    ["<script>alert(1)</script>", null, null],
    [null, null, null]
  ])("%s", (userAgent, browser, system) => {
    expect(clientNameOf(userAgent)).toEqual({ browser, system })
  })

  it.each([
    ["iOS", true],
    ["iPadOS", true],
    ["Android", true],
    ["macOS", false],
    ["Windows", false],
    [null, false]
  ])("%s is the system of a phone or tablet: %s", (system, expected) => {
    expect(isMobile({ browser: null, system })).toBe(expected)
  })
})

describe("the time of an event", () => {
  it.each([
    [-5000, "now"],
    [59_999, "now"],
    [60_000, "1 minute ago"],
    [2 * 3_600_000, "2 hours ago"],
    [DAY, "yesterday"],
    [45 * DAY, "1 month ago"],
    [800 * DAY, "2 years ago"]
  ])("%i ms before is %s", (passed, text) => {
    expect(relativeTime(new Date(10_000 * DAY), 10_000 * DAY + passed, "en")).toBe(text)
  })

  it.each([
    [new Date(2026, 0, 14, 23, 30), "10 hours ago"],
    [new Date(2026, 0, 14, 0, 0), "yesterday"],
    [new Date(2026, 0, 13, 23, 59), "2 days ago"],
    [new Date(2026, 0, 8, 23, 59), "7 days ago"]
  ])("on the morning of January 15 %s is %s", (date, text) => {
    expect(relativeTime(date, new Date(2026, 0, 15, 9, 30).getTime(), "en")).toBe(text)
  })
})

describe("the list of events", () => {
  const ids = (text: string) => [...text].map((id) => entry({ id }))
  const idsOf = (items: ReadonlyArray<AuditEntry>) => items.map(({ id }) => id).join("")

  it("keeps older pages when the first one is read again", () => {
    const { items, nextCursor } = withNewest(
      { items: ids("xab"), nextCursor: "b" },
      { items: ids("abcdef"), nextCursor: "f" }
    )
    expect([idsOf(items), nextCursor]).toEqual(["xabcdef", "f"])
  })

  it("replaces the list if entries between the pages are missing", () => {
    const { items, nextCursor } = withNewest(
      { items: ids("xyz"), nextCursor: "z" },
      { items: ids("abc"), nextCursor: "c" }
    )
    expect([idsOf(items), nextCursor]).toEqual(["xyz", "z"])
  })

  it("gets an older page only if the list still ends where the page begins", () => {
    const older = { items: ids("de"), nextCursor: "e" }
    const list = withOlder(older, "c", { items: ids("abc"), nextCursor: "c" })
    expect([idsOf(list?.items ?? []), list?.nextCursor]).toEqual(["abcde", "e"])
    const replaced = { items: ids("xyz"), nextCursor: "z" }
    expect(withOlder(older, "c", replaced)).toBe(replaced)
  })
})
