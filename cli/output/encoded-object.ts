/** Reads an encoded entity as an object, for output as JSON with further members. */
import { Schema } from "effect"

export const encodedObject = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Unknown))
