/** Times as text (ISO 8601) in responses, `Date` in TypeScript. */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

const moment = SchemaTransformation.transform({
  decode: (text: string) => new Date(text),
  encode: (date: Date) => date.toISOString()
})

const isMoment = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime())

const IsoText = Schema.String.check(
  Schema.makeFilter((text) => !Number.isNaN(Date.parse(text)), { expected: "a time (ISO 8601)" })
)

export const IsoTime = IsoText.pipe(
  Schema.decodeTo(
    Schema.declare(isMoment, { expected: "a moment", toCodecJson: () => Schema.link<Date>()(IsoText, moment) }),
    moment
  )
)
