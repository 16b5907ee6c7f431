/** Returns an encoded entity as an object, for output with further members. */
import { Schema } from "effect"

export const asObject = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Unknown))
