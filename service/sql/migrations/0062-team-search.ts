/** Adds the index by which teams are found by a part of their name. */
import { createSearchIndex } from "../indexed-search.ts"
import { teamIndex } from "../search-indexes.ts"

export const teamSearch = createSearchIndex(teamIndex)
