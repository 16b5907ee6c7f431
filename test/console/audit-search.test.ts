/** Tests the filters of the audit log in URLs. */
import { afterEach, describe, expect, it, vi } from "vitest"
import { auditFilterOf, fromLocal, noFilter, readAuditSearch, toLocal } from "../../console/audit/audit-search.ts"

afterEach(() => vi.unstubAllEnvs())

describe("the filters of the audit log", () => {
  it("are read from a URL and ignore texts that are no time", () => {
    const search = readAuditSearch(new URLSearchParams("action=POST+/teams&since=2026-11-27T08:30:00Z&until=soon&x=1"))
    expect(search).toEqual({ ...noFilter, action: "POST /teams", since: "2026-11-27T08:30:00.000Z" })
    expect(auditFilterOf(search)).toEqual({ action: "POST /teams", since: new Date("2026-11-27T08:30:00Z") })
    expect(auditFilterOf(readAuditSearch(new URLSearchParams()))).toEqual({})
  })

  it("name one subject", () => {
    expect(auditFilterOf({ ...noFilter, user: "u" })).toEqual({ userId: "u" })
    expect(auditFilterOf({ ...noFilter, team: "t", actor: "a" })).toEqual({ teamId: "t", actorId: "a" })
  })

  it("have times of the browser's time zone in fields, and of UTC in URLs", () => {
    for (const local of ["2026-11-27T08:30", "2026-03-29T03:30", "2026-07-01T00:00"]) {
      expect(toLocal(fromLocal(local))).toBe(local)
    }
    expect(fromLocal("")).toBe("")
    expect(toLocal("never")).toBe("")
  })

  it.each(["Europe/Amsterdam", "America/New_York", "UTC"])("keep the minutes while a year is typed, in %s", (zone) => {
    vi.stubEnv("TZ", zone)
    for (const year of ["0002", "0020", "0202", "2026"]) {
      expect(toLocal(fromLocal(`${year}-11-27T08:30`))).toBe(`${year}-11-27T08:30`)
    }
  })
})
