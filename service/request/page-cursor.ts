/** Cursors of requests and responses for the positions of lists. */
import { Effect } from "effect"
import { decodeCursor, encodeCursor, type Position } from "../sql/page-position.ts"
import { textError } from "../response/raw-response.ts"
import { idOf } from "./references.ts"

/**
 * Returns the position at which a page starts; `null` without a cursor. A cursor may also be only the id of an item.
 * Fails if there is no such item: an empty page would look like the last one.
 *
 * @param positionOf returns the position of the item with an id, or `null` if there is none
 */
export const pageStart = Effect.fnUntraced(function* (
  cursor: string | undefined,
  positionOf: (id: string) => Effect.Effect<Position | null>
) {
  if (cursor === undefined) return null
  const given = idOf(cursor)
  const position = decodeCursor(given) ?? (yield* positionOf(given))
  if (position === null) {
    return yield* textError(400, "No item has the id in cursor. Send the next_cursor of the page before.")
  }
  return position
})

/** Returns the cursor of the page that starts at a position; `null` if there is none. */
export const cursorOfPage = (start: Position | null): string | null => (start === null ? null : encodeCursor(start))
