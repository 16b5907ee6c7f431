/** The search and the order of the list of teams, as the URL has them. */
import type { TeamPageOptions } from "../../tiers/calls/server/all-teams.ts"

export const orderOptions = [
  ["", "Newest first"],
  ["oldest", "Oldest first"]
] as const

type TeamOrder = (typeof orderOptions)[number][0]

/** `type` and not `interface`, so that it is a record of texts for the URL. */
export type TeamSearch = { readonly query: string; readonly order: TeamOrder }

/** Reads the query of a URL. Unknown values are ignored. */
export const readTeamSearch = (search: URLSearchParams): TeamSearch => ({
  query: search.get("query") ?? "",
  order: search.get("order") === "oldest" ? "oldest" : ""
})

/** Returns the input of the read. */
export const teamPageOptions = (
  { order, query }: TeamSearch,
  cursor: string | undefined,
  limit: number
): TeamPageOptions => ({
  limit,
  desc: order === "",
  ...(query.trim() !== "" && { query: query.trim() }),
  ...(cursor !== undefined && { cursor })
})
