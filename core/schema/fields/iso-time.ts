/** Times as text (ISO 8601) in responses, `Date` in TypeScript. */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { Moment } from "./millis.ts"

const IsoText = Schema.String.check(
  Schema.makeFilter((text) => !Number.isNaN(Date.parse(text)), { expected: "a time (ISO 8601)" })
)

export const IsoTime = IsoText.pipe(
  Schema.decodeTo(
    Moment,
    SchemaTransformation.transform({
      decode: (text: string) => new Date(text),
      encode: (date: Date) => date.toISOString()
    })
  )
)
