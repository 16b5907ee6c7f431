/** Times: epoch milliseconds in requests and responses, `Date` in TypeScript. */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

const moment = SchemaTransformation.transform({
  decode: (millis: number) => new Date(millis),
  encode: (date: Date) => date.getTime()
})

const isMoment = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime())

// The range of `Date` (ECMA-262, section 21.4.1.1).
const MillisNumber = Schema.Finite.check(
  Schema.makeFilter((millis) => Math.abs(millis) <= 8.64e15 && Number.isInteger(millis), {
    expected: "a time in milliseconds",
    arbitraryConstraint: { number: "integer", minimum: -8.64e15, maximum: 8.64e15 }
  })
)

/** A valid `Date`. */
export const Moment = Schema.declare(isMoment, {
  expected: "a moment",
  toCodecJson: () => Schema.link<Date>()(MillisNumber, moment)
})

export const Millis = MillisNumber.pipe(Schema.decodeTo(Moment, moment))
