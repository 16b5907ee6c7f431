/** Conversion between the protocol's names and TypeScript's. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { nullable, wire, wireNames } from "../../../core/schema/wire.ts"

const strict = { onExcessProperty: "error", errors: "all" } as const
const noObjects = [0, 1, "", "text", true, null, undefined, [], [1]]

describe("Names in the protocol", () => {
  it("are snake_case, with exceptions", () => {
    const names = wireNames(["id", "displayName", "signedUpAt", "maxLength"], { signedUpAt: "signed_up_at_millis" })
    assert.deepStrictEqual(names, {
      id: "id",
      displayName: "display_name",
      signedUpAt: "signed_up_at_millis",
      maxLength: "max_length"
    })
  })
})

describe("A protocol object", () => {
  const Thing = wire({ displayName: Schema.String, madeAt: Schema.DateFromMillis }, { madeAt: "made_at_millis" })

  it.effect("converts names and times in both directions", () =>
    Effect.gen(function* () {
      const thing = yield* Schema.decodeUnknownEffect(Thing)({ display_name: "A", made_at_millis: 5 })
      assert.deepStrictEqual(thing, { displayName: "A", madeAt: new Date(5) })
      assert.deepStrictEqual(yield* Schema.encodeEffect(Thing)(thing), { display_name: "A", made_at_millis: 5 })
    })
  )

  it.effect("reports errors by the protocol's names", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Schema.decodeUnknownEffect(Thing)({ display_name: 1, made_at_millis: 5 }))
      assert.strictEqual(error.message, 'Expected string\n  at ["display_name"]')
    })
  )

  it.effect("drops unknown fields, and rejects them in strict mode", () =>
    Effect.gen(function* () {
      const body = { display_name: "A", made_at_millis: 5, more: 1 }
      assert.notProperty(yield* Schema.decodeUnknownEffect(Thing)(body), "more")
      assert.include((yield* Effect.flip(Schema.decodeUnknownEffect(Thing)(body, strict))).message, '["more"]')
    })
  )

  it.effect.each(noObjects)("is never %j", (value) => Effect.flip(Schema.decodeUnknownEffect(Thing)(value)))
})

describe("A protocol object without fields", () => {
  const Nothing = wire({})

  it.effect("is an empty object in both directions", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(Nothing, strict)({}), {})
      assert.deepStrictEqual(yield* Schema.encodeEffect(Nothing)({}), {})
    })
  )

  it.effect("drops unknown fields, and rejects them in strict mode", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(Nothing)({ more: 1 }), {})
      for (const body of [{ more: 1 }, { "": 1 }]) {
        assert.strictEqual((yield* Effect.flip(Schema.decodeUnknownEffect(Nothing, strict)(body)))._tag, "SchemaError")
      }
    })
  )

  it.effect.each(noObjects)("is never %j", (value) => Effect.flip(Schema.decodeUnknownEffect(Nothing)(value)))
})

describe("A protocol object that may be null", () => {
  it.effect("reads and writes null and its fields", () =>
    Effect.gen(function* () {
      const thing = nullable(wire({ displayName: Schema.String }))
      for (const [encoded, decoded] of [
        [null, null],
        [{ display_name: "A" }, { displayName: "A" }]
      ]) {
        assert.deepStrictEqual<unknown>(yield* Schema.decodeUnknownEffect(thing)(encoded), decoded)
        assert.deepStrictEqual<unknown>(yield* Schema.encodeUnknownEffect(thing)(decoded), encoded)
      }
    })
  )

  it.effect("reads null without the schema of its fields", () =>
    Effect.gen(function* () {
      const unread = Schema.suspend((): typeof Schema.String => assert.fail("The schema is not needed."))
      assert.isNull(yield* Schema.decodeUnknownEffect(nullable(unread))(null))
    })
  )
})
