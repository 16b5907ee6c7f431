/** Encoding and decoding of known errors. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type AnyKnownError, errorBody } from "../../../core/errors/known-error.ts"
import { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import { InvalidOAuthClientIdOrSecret } from "../../../core/errors/oauth-client.ts"
import { PasskeyWebAuthnError } from "../../../core/errors/passkey.ts"
import { PasswordTooLong } from "../../../core/errors/password-rules.ts"
import { BodyParsingError, SchemaError, UnsupportedError } from "../../../core/errors/protocol.ts"
import { AccessTokenExpired } from "../../../core/errors/access-token.ts"
import { EmailIsNotPrimaryEmail } from "../../../core/errors/contact-channel.ts"
import { cases, type TestedClass } from "./catalogue.ts"
import { arbitraryOf } from "../../../testing/arbitraries.ts"

// JSON.stringify escapes lone surrogates, so arbitrary strings need no filter.
const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder("utf-8", { fatal: true }) }

/** Encodes and decodes JSON in UTF-8. */
const overTheWire = (body: unknown): unknown =>
  JSON.parse(utf8.decoder.decode(utf8.encoder.encode(JSON.stringify(body))))

/** Boundary values of dates, which arbitrary JSON rarely contains. */
const EdgeNumber = Schema.Literals([0, -1, 0.5, 8.64e15, 8.64e15 + 2, Number.MAX_SAFE_INTEGER, 2 ** 53, 1e308])
const AnyValue = Schema.Union([Schema.Json, EdgeNumber])

/** A body with a valid code and detail names, and arbitrary values. */
const nearlyRight = (known: TestedClass) =>
  Schema.Struct({
    code: Schema.Union([Schema.Literal(known.code), Schema.String]),
    error: Schema.Union([Schema.String, Schema.Json]),
    details: Schema.Union([
      Schema.Struct(Object.fromEntries(Object.values(known.detailNames).map((name) => [name, AnyValue]))),
      AnyValue
    ])
  })

const read = <Self>(known: AnyKnownError<Self>, body: unknown) => Schema.decodeUnknownEffect(errorBody(known))(body)

// `%s` keeps the code in a title unchanged.
const named = cases.map(({ entry, known }) => [entry.code, entry, known] as const)

describe.each(named)("%s in a response", (_, entry, known) => {
  const codec = errorBody(known)

  it.effect.prop("round-trips", [arbitraryOf(known)], ([error]) =>
    Effect.gen(function* () {
      const body = yield* Schema.encodeEffect(codec)(error)
      const back = yield* Schema.decodeUnknownEffect(codec)(overTheWire(body))
      assert.instanceOf(back, known)
      assert.strictEqual(back.message, error.message)
      assert.strictEqual(back._tag, entry.name)
      assert.deepStrictEqual(JSON.stringify(back), JSON.stringify(error))
      assert.deepStrictEqual(overTheWire(yield* Schema.encodeEffect(codec)(back)), overTheWire(body))
    })
  )

  const holds = "has its code, message and details by their protocol names, and no other fields"
  it.effect.prop(holds, [arbitraryOf(known)], ([error]) =>
    Effect.gen(function* () {
      const body = yield* Schema.encodeEffect(codec)(error)
      const { details, ...rest } = body
      assert.deepStrictEqual(rest, { code: entry.code, error: error.message })
      assert.strictEqual("details" in body, entry.details.length > 0)
      const given = Object.entries(known.detailNames).filter(([name]) => name in (error as object))
      assert.sameMembers(
        Object.keys(details ?? {}),
        given.map(([, name]) => name)
      )
    })
  )

  it.prop("is decoded or rejected without a defect for any values", [nearlyRight(known)], ([body]) => {
    const result = Schema.decodeUnknownResult(codec)(overTheWire(body))
    if (Result.isSuccess(result)) {
      assert.instanceOf(result.success, known)
      assert.strictEqual(body.code, entry.code)
    } else assert.strictEqual(result.failure._tag, "SchemaError")
  })

  it.prop("is not decoded from arbitrary JSON", [Schema.Json], ([body]) => {
    assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(codec)(overTheWire(body))))
  })
})

describe("A known error decoded from a response", () => {
  it.effect("keeps the message of the response", () =>
    Effect.gen(function* () {
      const error = yield* read(BodyParsingError, { code: "BODY_PARSING_ERROR", error: "a text of the service" })
      assert.strictEqual(error.message, "a text of the service")
    })
  )

  it.effect("ignores unknown fields and details", () =>
    Effect.gen(function* () {
      const plain = yield* read(BodyParsingError, {
        code: "BODY_PARSING_ERROR",
        error: "text",
        details: { message: "text" },
        newer: true
      })
      assert.deepStrictEqual(plain, new BodyParsingError({ message: "text" }))
      const expired = yield* read(AccessTokenExpired, {
        code: "ACCESS_TOKEN_EXPIRED",
        error: "text",
        details: { expired_at_millis: 5, newer: [] }
      })
      assert.deepStrictEqual(expired, new AccessTokenExpired({ message: "text", expiredAt: new Date(5) }))
    })
  )

  it.effect("accepts null for a nullable detail", () =>
    Effect.gen(function* () {
      const expired = yield* read(AccessTokenExpired, {
        code: "ACCESS_TOKEN_EXPIRED",
        error: "",
        details: { expired_at_millis: null }
      })
      assert.isNull(expired.expiredAt)
      const client = yield* read(InvalidOAuthClientIdOrSecret, {
        code: "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
        error: "",
        details: { client_id: null }
      })
      assert.isNull(client.clientId)
      const email = yield* read(EmailIsNotPrimaryEmail, {
        code: "EMAIL_IS_NOT_PRIMARY_EMAIL",
        error: "",
        details: { email: "a@example.com", primary_email: null }
      })
      assert.isNull(email.primaryEmail)
    })
  )

  it.effect("decodes details with irregular names", () =>
    Effect.gen(function* () {
      const unsupported = yield* read(UnsupportedError, {
        code: "UNSUPPORTED_ERROR",
        error: "",
        details: { originalErrorCode: "NEW" }
      })
      assert.strictEqual(unsupported.originalErrorCode, "NEW")
      const long = yield* read(PasswordTooLong, { code: "PASSWORD_TOO_LONG", error: "", details: { maxLength: 70 } })
      assert.strictEqual(long.maxLength, 70)
      const schema = yield* read(SchemaError, { code: "SCHEMA_ERROR", error: "a", details: { message: "b" } })
      assert.deepStrictEqual([schema.message, schema.explanation], ["a", "b"])
      const passkey = yield* read(PasskeyWebAuthnError, {
        code: "PASSKEY_WEBAUTHN_ERROR",
        error: "a",
        details: { message: "b", code: "NotAllowedError" }
      })
      assert.deepStrictEqual(
        [passkey.message, passkey.code, passkey.webAuthnMessage, passkey.webAuthnCode],
        ["a", "PASSKEY_WEBAUTHN_ERROR", "b", "NotAllowedError"]
      )
    })
  )

  it.effect("redacts the attempt code of a second factor", () =>
    Effect.gen(function* () {
      const error = yield* read(MultiFactorAuthenticationRequired, {
        code: "MULTI_FACTOR_AUTHENTICATION_REQUIRED",
        error: "",
        details: { attempt_code: "an attempt code" }
      })
      assert.strictEqual(Redacted.value(error.attemptCode), "an attempt code")
    })
  )
})
