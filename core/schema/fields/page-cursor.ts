/** Cursors of lists that are ordered by a time and an id. */
import * as Schema from "effect/Schema"
import { isUuid } from "./is-uuid.ts"

/** The `nextCursor` of a page, `<milliseconds>_<id>`, or only the id of an item. The page starts there. */
export const PageCursor = Schema.String.check(
  Schema.makeFilter((text) => isUuid(text.replace(/^-?\d{1,16}_/, "")), { expected: "a cursor" })
)
