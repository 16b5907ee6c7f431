/** Tests the sentences of the audit log. */
import { describe, expect, it } from "vitest"
import { sentenceOf, sentenceText } from "../../console/components/audit-sentence.ts"
import { auditWords, nouns } from "../../console/components/audit-words.ts"
import { endpoints } from "../../core/api/endpoints.ts"
import type { AuditEntry } from "../../core/schema/audit-entry.ts"
import { isAudited } from "../../service/audit/audited-endpoints.ts"

const audited = new Set(endpoints.filter(isAudited).map(({ name }) => name))

const entry = (action: string, fields: Partial<AuditEntry> = {}): AuditEntry => ({
  id: "entry",
  at: new Date(0),
  action,
  outcome: "succeeded",
  code: null,
  actor: { type: "admin_key", id: "key" },
  address: null,
  userAgent: null,
  requestId: null,
  targets: {},
  changedFields: [],
  clearedFields: [],
  ...fields
})

const pages = new Set(["settings", "keys"])

describe("the words of the audit log", () => {
  // The compiler requires words for every recorded command.
  it("has words for every audited endpoint", () => {
    expect([...audited].filter((action) => !Object.hasOwn(auditWords, action))).toEqual([])
  })

  it("has words for no other endpoint", () => {
    const named = Object.keys(auditWords).filter((action) => !action.startsWith("keystile "))
    expect(named.filter((action) => !audited.has(action))).toEqual([])
  })

  it("names kinds of targets that have words of their own", () => {
    const kinds = Object.values(auditWords).flatMap((words) => [...words.matchAll(/\{(\w+)(:?)/g)])
    expect(kinds.filter(([, kind = "", own]) => own === "" && nouns[kind] === undefined)).toEqual([])
    expect(kinds.filter(([, kind = ""]) => !pages.has(kind) && nouns[kind] === undefined)).toEqual([])
  })

  it("has one sentence for a success and one for a refused attempt", () => {
    for (const action of Object.keys(auditWords)) {
      const succeeded = sentenceText(entry(action))
      const refused = sentenceText(entry(action, { outcome: "refused", code: "X" }))
      expect(succeeded).toMatch(/^[A-Z][a-z]+ [\w -]+$/)
      expect(refused).toMatch(/^Tried to [a-z]+ [\w -]+$/)
      expect(refused.split(" ").slice(3)).toEqual(succeeded.split(" ").slice(1))
    }
  })

  it("has no part of a sentence twice", () => {
    for (const action of Object.keys(auditWords)) {
      const texts = sentenceOf(entry(action)).map(({ text }) => text)
      expect(texts, action).toEqual([...new Set(texts)])
    }
  })

  it("names the targets of an entry", () => {
    const added = entry("POST /team-memberships/:team_id/:user_id", { targets: { user_id: "noor", team_id: "crew" } })
    expect(sentenceOf(added)).toEqual([
      { text: "Added " },
      { text: "a user", target: { kind: "user_id", id: "noor", isDeleted: false } },
      { text: " to " },
      { text: "a team", target: { kind: "team_id", id: "crew", isDeleted: false } }
    ])
  })

  it("knows what is deleted, but not after a refused attempt", () => {
    const targets = { user_id: "noor" }
    const isDeleted = (fields: Partial<AuditEntry>) =>
      sentenceOf(entry("DELETE /users/:user_id", { targets, ...fields }))[1]?.target?.isDeleted
    expect(isDeleted({})).toBe(true)
    expect(isDeleted({ outcome: "refused" })).toBe(false)
  })

  it("is more exact where the details of an entry are", () => {
    const user = { type: "user", id: "noor" } as const
    const token = "POST /auth/oauth/token"
    const left = { actor: user, targets: { user_id: "noor", team_id: "crew" } }
    for (const [action, fields, text] of [
      [token, {}, "Signed in to an account with a provider"],
      [token, { actor: { type: "owner", id: "ada" } }, "Signed in as a user"],
      [token, { targets: { source_session_id: "s" } }, "Signed in to an account from another domain"],
      [token, { targets: { connected_provider_id: "github" } }, "Connected an account at the provider to a user"],
      ["DELETE /team-memberships/:team_id/:user_id", left, "Left a team"],
      ["DELETE /team-memberships/:team_id/:user_id", {}, "Removed a user from a team"],
      ["PATCH /user-api-keys/:api_key_id", { changedFields: ["revoked"] }, "Revoked an API key of a user"],
      ["PATCH /team-api-keys/:api_key_id", { changedFields: ["revoked"] }, "Revoked an API key of a team"],
      ["PATCH /internal/api-keys/:api_key_id", { changedFields: ["revoked"] }, "Revoked keys of the project"],
      ["PATCH /internal/api-keys/:api_key_id", { changedFields: ["description"] }, "Changed keys of the project"]
    ] as const) {
      expect(sentenceText(entry(action, fields))).toBe(text)
    }
  })

  it("is the action itself for one of a newer service", () => {
    expect(sentenceText(entry("POST /orchards"))).toBe("POST /orchards")
    expect(sentenceText(entry("toString"))).toBe("toString")
  })
})
