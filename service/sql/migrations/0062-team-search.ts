/** Adds the index by which teams are found by a part of their name. */
import { createSearchIndex } from "../search/create-search-index.ts"
import { teamIndex } from "../search/search-indexes.ts"

export const teamSearch = createSearchIndex(teamIndex)
