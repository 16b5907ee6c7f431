/** Reads a page of users by an index that selects few of them. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { rowsOfTexts } from "../../sql/dialect.ts"
import { isByActivity } from "./user-filters.ts"
import type { makeUserKinds } from "./user-kinds.ts"
import type { StoredUserPage } from "./user-page.ts"
import type { UserPageConditions, UserRows } from "./user-rows.ts"
import type { makeUserSearch } from "./user-search.ts"

/** The users of a selection that are sorted by the columns of an index, which takes 0.6 µs for each on SQLite. */
const MOST_SORTED = 50_000

/** The users of a selection who are compared with the text of a search, or of whom the members of a team are found. */
const MOST_COMPARED = 4000

/** Returns whether the users are selected by their traits: a filter, a restriction, or anonymous users. */
export const isByTraits = ({ anonymous, filter = {}, restricted }: StoredUserPage): boolean =>
  anonymous === "only" ||
  restricted !== undefined ||
  filter.primaryEmailVerified !== undefined ||
  filter.signInMethod !== undefined

/** Returns the function that reads a page by the indexes of the traits, or by that of the search; `null` by neither. */
export const makeReadByIndex = (
  sql: SqlClient.SqlClient,
  { candidateConditions, column }: UserPageConditions,
  { among, inKinds, withIds }: UserRows,
  kinds: ReturnType<typeof makeUserKinds>,
  search: ReturnType<typeof makeUserSearch>
) =>
  Effect.fnUntraced(function* (projectId: string, page: StoredUserPage) {
    const { limit, newestFirst, teamId, text } = page
    const isSelectedOnly = text === null && teamId === null
    if (isByTraits(page) || isByActivity(page)) {
      const most = isSelectedOnly ? MOST_SORTED : MOST_COMPARED
      if (yield* kinds.isFew(projectId, page, most)) {
        return isSelectedOnly
          ? yield* withIds(page, kinds.sorted(projectId, page, most, inKinds(page)))
          : yield* among(projectId, page, kinds.all(projectId, page, most))
      }
    }
    if (text === null) return null
    const found = { ...page, text: null }
    const ids = yield* search.findFirst(projectId, text, {
      conditions: candidateConditions(projectId, found),
      column: column(page),
      isDescending: newestFirst,
      limit
    })
    return ids === null
      ? null
      : yield* among(projectId, found, sql`SELECT value AS id FROM ${rowsOfTexts(sql, ids)} AS hit`)
  })
