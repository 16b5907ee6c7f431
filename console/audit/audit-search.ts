/** The filters of the audit log, as the URL has them. Times are in ISO 8601. */
import type { AuditLogFilter } from "../../tiers/calls/admin/dashboard.ts"

/** `type` and not `interface`, so that it is a record of texts for the URL. */
export type AuditSearch = {
  readonly action: string
  readonly actor: string
  /** The ids of the subject. */
  readonly user: string
  readonly team: string
  readonly since: string
  readonly until: string
}

export const noFilter: AuditSearch = { action: "", actor: "", user: "", team: "", since: "", until: "" }

const dateOf = (text: string): Date | null => {
  const date = new Date(text)
  return text === "" || Number.isNaN(date.getTime()) ? null : date
}

/** Reads the query of a URL. Texts that are no time are ignored. */
export const readAuditSearch = (search: URLSearchParams): AuditSearch => {
  const text = (name: keyof AuditSearch) => (search.get(name) ?? "").trim()
  const time = (name: "since" | "until") => dateOf(text(name))?.toISOString() ?? ""
  return {
    action: text("action"),
    actor: text("actor"),
    user: text("user"),
    team: text("team"),
    since: time("since"),
    until: time("until")
  }
}

/** Returns the input of the read. */
export const auditFilterOf = ({ action, actor, since, team, until, user }: AuditSearch): AuditLogFilter => ({
  ...(action !== "" && { action }),
  ...(actor !== "" && { actorId: actor }),
  ...(user !== "" && { userId: user }),
  ...(team !== "" && { teamId: team }),
  ...(since !== "" && { since: new Date(since) }),
  ...(until !== "" && { until: new Date(until) })
})

/** Returns a time of the URL as a field of the type `datetime-local` has it: `2026-11-27T08:30`. */
export const toLocal = (iso: string): string => {
  const date = dateOf(iso)
  if (date === null) return ""
  // Not by `getTimezoneOffset`, whose minutes have no seconds. While a year is typed, the field has times such as of
  // the year 2, when the offsets of time zones had seconds.
  const digits = (value: number, length = 2) => String(value).padStart(length, "0")
  const day = [digits(date.getFullYear(), 4), digits(date.getMonth() + 1), digits(date.getDate())].join("-")
  return `${day}T${digits(date.getHours())}:${digits(date.getMinutes())}`
}

/** Returns a time of such a field as the URL has it. */
export const fromLocal = (local: string): string => dateOf(local)?.toISOString() ?? ""
