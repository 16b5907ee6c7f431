/** The search, the filters and the order of the list of users, as the URL has them. */
import type { UserPageOptions } from "../../tiers/calls/server/all-users.ts"
import { DAY } from "../components/times.ts"

export const verifiedOptions = [
  ["", "Any address"],
  ["true", "Verified"],
  ["false", "Unverified or none"]
] as const

export const methodOptions = [
  ["", "Any method"],
  ["password", "Password"],
  ["otp", "Code by mail"],
  ["passkey", "Passkey"],
  ["oauth", "Connected account"]
] as const

export const activeOptions = [
  ["", "Active at any time"],
  ["1", "Active within a day"],
  ["7", "Active within 7 days"],
  ["30", "Active within 30 days"],
  ["-30", "Not for 30 days"],
  ["-180", "Not for 180 days"]
] as const

export const restrictedOptions = [
  ["", "Restricted or not"],
  ["only", "Restricted"],
  ["exclude", "Not restricted"]
] as const

export const orderOptions = [
  ["", "Newest first"],
  ["oldest", "Oldest first"],
  ["active", "Last active first"],
  ["inactive", "Longest inactive first"]
] as const

type ValueOf<Options extends ReadonlyArray<readonly [string, string]>> = Options[number][0]

export interface UserSearch {
  readonly query: string
  readonly verified: ValueOf<typeof verifiedOptions>
  readonly method: ValueOf<typeof methodOptions>
  readonly active: ValueOf<typeof activeOptions>
  readonly restricted: ValueOf<typeof restrictedOptions>
  readonly order: ValueOf<typeof orderOptions>
  /** The id of a team, or empty. */
  readonly team: string
}

/** Returns the given value if it is one of the options, or the first option. */
const oneOf = <Value extends string>(
  options: readonly [readonly [Value, string], ...ReadonlyArray<readonly [Value, string]>],
  given: string | null
): Value => (options.find(([value]) => value === given) ?? options[0])[0]

/** Reads the query of a URL. Unknown values are ignored. */
export const readSearch = (search: URLSearchParams): UserSearch => ({
  query: search.get("query") ?? "",
  verified: oneOf(verifiedOptions, search.get("verified")),
  method: oneOf(methodOptions, search.get("method")),
  active: oneOf(activeOptions, search.get("active")),
  restricted: oneOf(restrictedOptions, search.get("restricted")),
  order: oneOf(orderOptions, search.get("order")),
  team: search.get("team") ?? ""
})

/** Returns whether all users are shown. */
export const hasNoFilter = ({ active, method, query, restricted, team, verified }: UserSearch): boolean =>
  [active, method, query.trim(), restricted, team, verified].every((value) => value === "")

const HOUR = 3_600_000

/**
 * Returns the input of the read. Times are rounded to the hour, so that the list is the same one until the next hour.
 */
export const pageOptions = (
  { active, method, order, query, restricted, team, verified }: UserSearch,
  now: number,
  cursor: string | undefined,
  limit: number
): UserPageOptions => {
  const days = Number(active)
  const edge = new Date(Math.floor(now / HOUR) * HOUR - Math.abs(days) * DAY)
  return {
    limit,
    desc: order !== "oldest" && order !== "inactive",
    orderBy: order === "active" || order === "inactive" ? "lastActiveAt" : "signedUpAt",
    ...(query.trim() !== "" && { query: query.trim() }),
    ...(verified !== "" && { primaryEmailVerified: verified === "true" }),
    ...(method !== "" && { signInMethod: method }),
    ...(days > 0 && { activeSince: edge }),
    ...(days < 0 && { activeUntil: edge }),
    ...(restricted !== "" && { restricted }),
    ...(team !== "" && { teamId: team }),
    ...(cursor !== undefined && { cursor })
  }
}
