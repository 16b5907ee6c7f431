/** UUIDs, and references to users by UUID. */
import * as Schema from "effect/Schema"
import { isUuid } from "./is-uuid.ts"

/** A UUID of a version of RFC 4122, or the nil UUID. */
export const Uuid = Schema.String.check(Schema.makeFilter(isUuid, { expected: "a UUID" }))

/** The id of a user; `me` for the user of the access token. */
export const UserRef = Schema.Union([Schema.Literal("me"), Uuid])
