/** Responses that list items. */
import * as Schema from "effect/Schema"
import { wire, type WireField } from "./wire.ts"

/** A whole list. */
export const list = <const Item extends WireField>(item: Item) =>
  wire({ items: Schema.Array(item), isPaginated: Schema.Boolean })

/** A whole list, or a page of it if the request has a limit. */
export const listOrPage = <const Item extends WireField>(item: Item) =>
  wire({
    items: Schema.Array(item),
    isPaginated: Schema.Boolean,
    pagination: Schema.optionalKey(wire({ nextCursor: Schema.NullOr(Schema.String) }))
  })

/** A page of a list. `nextCursor` is the cursor of the next page; `null` on the last page. */
export const page = <const Item extends WireField>(item: Item) =>
  wire({
    items: Schema.Array(item),
    isPaginated: Schema.Boolean,
    pagination: wire({ nextCursor: Schema.NullOr(Schema.String) })
  })
