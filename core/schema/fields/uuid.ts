/** UUIDs, and references to users by UUID. */
import * as Schema from "effect/Schema"

/** Returns whether a text is a UUID of a version of RFC 4122, or the nil UUID. */
export const isUuid = (text: string): boolean =>
  /^(?:[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|0{8}-(?:0{4}-){3}0{12})$/i.test(text)

/** A UUID of a version of RFC 4122, or the nil UUID. */
export const Uuid = Schema.String.check(Schema.makeFilter(isUuid, { expected: "a UUID" }))

/** The id of a user; `me` for the user of the access token. */
export const UserRef = Schema.Union([Schema.Literal("me"), Uuid])
