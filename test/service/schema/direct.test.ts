/** Compiled codecs return and reject the same values as the schemas. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import * as Arbitrary from "effect/Arbitrary"
import { endpoints } from "../../../core/api/endpoints.ts"
import { ServerUser } from "../../../core/schema/server-user.ts"
import { Team } from "../../../core/schema/team.ts"
import { User } from "../../../core/schema/user.ts"
import { wire } from "../../../core/schema/wire.ts"
import { projectFields, ProjectRecord } from "../../../service/sql/records/project-record.ts"
import { TeamRecord } from "../../../service/sql/records/team-record.ts"
import { UserRecord } from "../../../service/sql/records/user-record.ts"
import { linesOf } from "../../../service/validation/schema-error.ts"
import { directDecoder, directDecoderEffect, directEncoder } from "../../../service/schema/direct.ts"
import { Flag, rowsOf } from "../../../service/sql/rows.ts"
import { chance } from "../fuzz/chance.ts"
import { partOf } from "../fuzz/values.ts"

type AnyCodec = Schema.Codec<unknown, unknown>

const samples = (schema: AnyCodec) =>
  Arbitrary.sampleEffect(Arbitrary.schema(Schema.toType(schema)), { count: 40, seed: 11 })

/** Returns the value with the order of its keys, or the error. */
const outcome = (run: () => unknown) => {
  try {
    const value = run()
    return { value, text: JSON.stringify(value) }
  } catch (failure) {
    return String(failure)
  }
}

/** Returns the value and variants with one field missing or of another type, at every depth. */
const damage = (value: unknown): ReadonlyArray<unknown> => {
  const others = [value, null, undefined, "", "null", 2, Number.NaN, true, [], [null], {}, new Date(Number.NaN)]
  if (typeof value !== "object" || value === null) return others
  if (Array.isArray(value)) {
    const holes = Object.assign([], { length: 2 })
    return [...others, ...damage(value[0]).map((item) => [item]), Array.from(holes), holes]
  }
  const inside = Object.entries(value).flatMap(([name, member]) => [
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)),
    ...damage(member).map((other) => ({ ...value, [name]: other }))
  ])
  return [...others, ...inside, { more: 1, ...value }]
}

const successes = endpoints.map((endpoint) => [endpoint.name, endpoint.success as AnyCodec] as const)

describe.each(successes)("the response of %s", (_, schema) => {
  it.effect("is encoded as by its schema", () =>
    Effect.gen(function* () {
      const encode = directEncoder(schema)
      for (const value of yield* samples(schema)) {
        assert.deepStrictEqual(
          outcome(() => encode(value)),
          outcome(() => Schema.encodeSync(schema)(value))
        )
      }
    })
  )

  it.effect("is rejected as by its schema", () =>
    Effect.gen(function* () {
      const encode = directEncoder(schema)
      for (const value of (yield* samples(schema)).slice(0, 1).flatMap(damage)) {
        assert.deepStrictEqual(
          outcome(() => encode(value)),
          outcome(() => Schema.encodeUnknownSync(schema)(value))
        )
      }
    })
  )
})

const inputs = endpoints.map((endpoint) => [endpoint.name, endpoint.input as AnyCodec] as const)

const strict = { onExcessProperty: "error", errors: "all" } as const

describe.each(inputs)("the request of %s", (name, schema) => {
  it("is decoded and rejected as by its schema", () => {
    const decode = directDecoderEffect(schema, strict)
    const bySchema = Schema.decodeUnknownEffect(schema, strict)
    const read = <A>(effect: Effect.Effect<A, Schema.SchemaError>) =>
      outcome(() => Effect.runSync(Effect.mapError(effect, ({ issue }) => linesOf(issue).join())))
    const c = chance(name)
    for (let count = 0; count < 200; count++) {
      const input = partOf(c, new Map(), schema)
      assert.deepStrictEqual(read(decode(input)), read(bySchema(input)))
    }
  })
})

it("the requests of these tests are valid in some of the cases", () => {
  const c = chance("right")
  const rights = inputs.map(([, schema]) => {
    const decode = Schema.decodeUnknownResult(schema, strict)
    const made = Array.from({ length: 20 }, () => partOf(c, new Map(), schema))
    return made.filter((input) => Result.isSuccess(decode(input))).length
  })
  const all = rights.reduce((sum, right) => sum + right, 0)
  assert.isAbove(all, 20 * inputs.length * 0.2)
  assert.isBelow(all, 20 * inputs.length * 0.8)
})

const rows: ReadonlyArray<readonly [string, AnyCodec]> = [
  ["users", UserRecord],
  ["teams", TeamRecord],
  ["projects", ProjectRecord],
  ["projects with more", wire({ ...projectFields, hasUser: Flag })],
  ["users on the wire", User],
  ["users on the wire, as servers see them", ServerUser],
  ["structs that keep their names", Schema.Struct({ a: Schema.optionalKey(Schema.Finite), b: Schema.Literal("b") })],
  ["structs of structs", wire({ oneField: Schema.Array(wire({ otherField: Schema.NullOr(Flag) })) })],
  ["texts", Schema.String],
  ["strings with a meaning for null", Schema.NullOr(UserRecord)]
]

describe.each(rows)("rows of %s", (_, schema) => {
  it.effect("are decoded and rejected as by their schema", () =>
    Effect.gen(function* () {
      const { first } = rowsOf(schema)
      const bySchema = Schema.decodeUnknownSync(schema)
      const read = (row: unknown) => Effect.runSync(first(Effect.succeed([row])))
      const encoded = (yield* samples(schema)).map((value) => Schema.encodeSync(schema)(value))
      for (const row of [...encoded, ...encoded.slice(0, 2).flatMap(damage)]) {
        // Skips rows that are undefined.
        if (row === undefined) continue
        assert.deepStrictEqual(
          outcome(() => read(row)),
          outcome(() => bySchema(row))
        )
      }
    })
  )
})

/** Throws when the `in` operator is used, as the interpreter of schemas does for each field. */
const forbidIn = <A extends object>(value: A): A =>
  new Proxy(value, {
    has: () => {
      throw new Error("asked")
    }
  })

describe("a valid value", () => {
  it.effect("is encoded and decoded without its schema", () =>
    Effect.gen(function* () {
      const [user] = yield* samples(User)
      const encoded = Schema.encodeSync(User)(user as User)
      assert.throws(() => Schema.encodeSync(User)(forbidIn(user as User)))
      assert.deepStrictEqual(directEncoder(User)(forbidIn(user as User)), encoded)
      assert.deepStrictEqual(directDecoder(User)(forbidIn(encoded as object)), user)
    })
  )
})

describe("a direct encoder", () => {
  it("passes metadata without validating it only if it is known to be valid", () => {
    const team = { id: "team", displayName: "Crew", profileImageUrl: null, clientMetadata: Number.NaN }
    assert.throws(() => directEncoder(Team)(team), "Expected JSON value")
    assert.deepStrictEqual(directEncoder(Team, { isJsonValid: true })(team), {
      id: "team",
      display_name: "Crew",
      profile_image_url: null,
      client_metadata: Number.NaN
    })
  })
})
