/** Valid and invalid access tokens. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { expectTypeOf } from "vitest"
import * as Verify from "../../../tiers/verify/index.ts"
import type { VerifierOptions } from "../../../tiers/verify/options.ts"
import * as Testing from "../../../testing/index.ts"
import { Client } from "../../../tiers/client.ts"
import { DAY } from "../../durations.ts"
import {
  base64url,
  BASE_URL,
  claims,
  ecKey,
  es256,
  hs256,
  ISSUER,
  JWKS_URL,
  keySet,
  outcome,
  PROJECT_ID,
  rs256,
  rsaKey,
  signToken,
  token,
  verify,
  verifierOver
} from "./signing.ts"
import { startCpuTimer, cpuTimeSince } from "../../cpu-time.ts"

const key = ecKey("key-1")
const other = ecKey("key-1")
const rsa = rsaKey("rsa", 2048)
const shortRsa = rsaKey("rsa-1024", 1024)
const publicKeys = keySet(key, rsa, shortRsa)
const withKeys = verifierOver(() => publicKeys).layer

describe("A verifier", () => {
  it.effect("returns user, project, issue time and expiry of a token", () =>
    Effect.gen(function* () {
      const verified = yield* verify(signToken(key))
      assert.deepStrictEqual(
        { ...verified },
        {
          userId: "user-1",
          projectId: PROJECT_ID,
          isAnonymous: false,
          isRestricted: false,
          issuedAt: new Date(0),
          expiresAt: new Date(600_000)
        }
      )
    }).pipe(Effect.provide(withKeys))
  )

  it.effect("accepts redacted and plain tokens", () =>
    Effect.gen(function* () {
      const verifier = yield* Verify.Verifier
      assert.strictEqual((yield* verifier.verify(Redacted.make(signToken(key)))).userId, "user-1")
    }).pipe(Effect.provide(withKeys))
  )

  it.effect("accepts the tokens that the service issues, until they expire", () =>
    Effect.gen(function* () {
      const project = yield* Testing.TestProject
      const client = yield* Client
      yield* client.signInWithCredential({ email: "ada@example.com", password: "correct horse" })
      const { accessToken } = yield* client.tokens
      const text = accessToken === null ? "" : Redacted.value(accessToken)
      const verifier = Verify.layerNoDeps({ projectId: project.id, baseUrl: Testing.BASE_URL })
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* verify(text)).userId, (yield* client.getUser)?.id)
        yield* TestClock.adjust("629 seconds")
        assert.strictEqual(yield* outcome(text), "ok")
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* outcome(text), "expired")
      }).pipe(Effect.provide(verifier))
      const stranger = Verify.layerNoDeps({
        projectId: "22222222-2222-4222-8222-222222222222",
        baseUrl: Testing.BASE_URL
      })
      assert.strictEqual(yield* Effect.provide(outcome(text), stranger), "unavailable: status 404")
    }).pipe(Effect.provide(Testing.layer({ users: [{ email: "ada@example.com", password: "correct horse" }] })))
  )

  it.effect("names the option and the variable when the project is missing", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(Effect.scoped(Layer.build(Verify.layer())))
      assert.strictEqual(failure._tag, "ConfigurationError")
      assert.include(failure.message, "`projectId`")
      assert.include(failure.message, "NEXT_PUBLIC_STACK_PROJECT_ID")
    })
  )

  it.effect.each([
    ["clockSkewMillis", 300_001],
    ["clockSkewMillis", -1],
    ["clockSkewMillis", Number.NaN],
    ["keysTimeoutMillis", 60_001],
    ["keysStaleMillis", 86_400_001]
  ] as const)("refuses %s of %s", ([option, value]) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(Verify.make({ projectId: PROJECT_ID, [option]: value }))
      assert.strictEqual(failure.option, option)
    })
  )
})

describe("The header of a token", () => {
  const refused: ReadonlyArray<readonly [what: string, token: string, reason: string]> = [
    ["no algorithm", token({ alg: "none", kid: "key-1" }, claims(), () => Buffer.alloc(0)), "algorithm"],
    ["no algorithm, in other letters", token({ alg: "nOnE", kid: "key-1" }, claims(), es256(key)), "algorithm"],
    [
      "HS256 with the public key's PEM as secret",
      token({ alg: "HS256", kid: "key-1" }, claims(), hs256(key.publicKey.export({ format: "pem", type: "spki" }))),
      "algorithm"
    ],
    [
      "HS256 with the public key's JWK as secret",
      token({ alg: "HS256", kid: "key-1" }, claims(), hs256(JSON.stringify(key.jwk))),
      "algorithm"
    ],
    ["RS256 by a key of the set", token({ alg: "RS256", kid: "rsa" }, claims(), rs256(rsa)), "algorithm"],
    ["RS256 by a key of 1024 bits", token({ alg: "RS256", kid: "rsa-1024" }, claims(), rs256(shortRsa)), "algorithm"],
    ["ES256 by the id of an RSA key", signToken({ ...key, kid: "rsa" }), "unknown-key"],
    ["ES384", signToken(key, claims(), { alg: "ES384" }), "algorithm"],
    ["an algorithm that is a list", signToken(key, claims(), { alg: ["ES256"] }), "algorithm"],
    ["an unknown crit", signToken(key, claims(), { crit: ["exp"], exp: 1 }), "header"],
    ["an empty crit", signToken(key, claims(), { crit: [] }), "header"],
    ["b64: false", signToken(key, claims(), { b64: false, crit: ["b64"] }), "header"],
    ["b64: true", signToken(key, claims(), { b64: true }), "header"],
    ["its own key (jwk)", signToken(other, claims(), { jwk: other.jwk }), "header"],
    ["an address of keys (jku)", signToken(other, claims(), { jku: "https://evil.test/jwks.json" }), "header"],
    ["an address of a certificate (x5u)", signToken(other, claims(), { x5u: "https://evil.test/cert.pem" }), "header"],
    ["a certificate (x5c)", signToken(other, claims(), { x5c: ["MIIB"] }), "header"],
    ["another typ", signToken(key, claims(), { typ: "at+jwt" }), "header"],
    ["a typ that is no text", signToken(key, claims(), { typ: 1 }), "header"],
    ["no kid", signToken(key, claims(), { kid: undefined }), "malformed"],
    ["a kid that is a number", signToken(key, claims(), { kid: 1 }), "malformed"]
  ]
  it.effect.each([...refused])("with %s is rejected", ([, text, reason]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(text), reason)
    }).pipe(Effect.provide(withKeys))
  )

  it.effect.each(["JWT", "jwt"])("may have the type %s", (typ) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(signToken(key, claims(), { typ })), "ok")
    }).pipe(Effect.provide(withKeys))
  )

  it.effect("does not cause a request to its URLs", () =>
    Effect.gen(function* () {
      const { layer, script } = verifierOver(() => publicKeys)
      yield* Effect.forEach([{ jku: "https://evil.test" }, { x5u: "https://evil.test" }], (header) =>
        Effect.provide(outcome(signToken(other, claims(), header)), layer)
      )
      assert.lengthOf(script.requests, 0)
    })
  )
})

describe("The signature of a token", () => {
  const [head = "", body = "", signature = ""] = signToken(key).split(".")
  const forged: ReadonlyArray<readonly [what: string, token: string, reason: string]> = [
    ["by another key of the same id", signToken(other), "signature"],
    ["of other claims", `${head}.${base64url(claims({ sub: "admin" }))}.${signature}`, "signature"],
    ["of another header", `${base64url({ alg: "ES256", kid: "key-1", typ: "JWT" })}.${body}.${signature}`, "signature"],
    ["that is empty", `${head}.${body}.`, "signature"],
    ["that is cut", `${head}.${body}.${signature.slice(0, 40)}`, "signature"],
    ["of zeros", `${head}.${body}.${base64url(Buffer.alloc(64))}`, "signature"],
    ["in the form of DER", `${head}.${body}.${base64url(Buffer.from([0x30, 6, 2, 1, 1, 2, 1, 1]))}`, "signature"]
  ]
  it.effect.each([...forged])("%s is rejected", ([, text, reason]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(text), reason)
    }).pipe(Effect.provide(withKeys))
  )
})

describe("The claims of a token", () => {
  const rejected: ReadonlyArray<readonly [what: string, payload: unknown, reason: string]> = [
    ["another issuer", claims({ iss: "https://evil.test" }), "issuer"],
    ["an issuer with a slash more", claims({ iss: `${ISSUER}/` }), "issuer"],
    ["no issuer", claims({ iss: undefined }), "malformed"],
    ["an issuer that is a list", claims({ iss: [ISSUER] }), "malformed"],
    ["another project", claims({ aud: "22222222-2222-4222-8222-222222222222" }), "audience"],
    ["more projects than one", claims({ aud: [PROJECT_ID, "another"] }), "malformed"],
    ["no project", claims({ aud: undefined }), "malformed"],
    ["the project of an old token", claims({ aud: undefined, projectId: PROJECT_ID }), "malformed"],
    ["no user", claims({ sub: undefined }), "malformed"],
    ["an empty user", claims({ sub: "" }), "malformed"],
    ["a user that is a number", claims({ sub: 1 }), "malformed"],
    ["no end", claims({ exp: undefined }), "malformed"],
    ["an end that is a text", claims({ exp: "600" }), "malformed"],
    ["an end that is null", claims({ exp: null }), "malformed"],
    ["an end that no date can hold", claims({ exp: 1e300 }), "malformed"],
    ["no start", claims({ iat: undefined }), "malformed"],
    ["a start that is a text", claims({ iat: "0" }), "malformed"],
    ["a start in the future", claims({ iat: 31 }), "not-yet-valid"],
    ["a nbf in the future", claims({ nbf: 31 }), "not-yet-valid"],
    ["a nbf that is a text", claims({ nbf: "0" }), "malformed"],
    ["an end in the past", claims({ iat: -600, exp: -30 }), "expired"],
    ["a list", [claims()], "malformed"],
    ["null", null, "malformed"],
    ["a text", '"claims"', "malformed"],
    ["no JSON", "{", "malformed"],
    ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "malformed"],
    ["names of JavaScript's own", JSON.stringify(claims({ sub: 1 })).replace("sub", "__proto__"), "malformed"]
  ]
  it.effect.each([...rejected])("with %s are rejected", ([, payload, reason]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(signToken(key, payload)), reason)
    }).pipe(Effect.provide(withKeys))
  )

  const issuer = `${BASE_URL}/api/v1/projects/${PROJECT_ID}`
  const newer = claims({ iss: issuer })
  const restricted = claims({
    aud: `${PROJECT_ID}:restricted`,
    iss: `${BASE_URL}/api/v1/projects-restricted-users/${PROJECT_ID}`
  })
  const anonymous = claims({
    aud: `${PROJECT_ID}:anon`,
    iss: `${BASE_URL}/api/v1/projects-anonymous-users/${PROJECT_ID}`
  })
  const withOptions = (options: VerifierOptions) => verifierOver(() => publicKeys, options).layer
  const outcomes = Effect.forEach([newer, restricted, anonymous], (payload) => outcome(signToken(key, payload)))

  it.effect("of a newer service are accepted for ordinary users only", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* outcomes, ["ok", "audience", "audience"])
    }).pipe(Effect.provide(withKeys))
  )

  it.effect("of restricted users are accepted on demand", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* outcomes, ["ok", "ok", "audience"])
      const verifier = yield* Verify.Verifier
      assert.deepInclude(yield* verifier.verify(signToken(key, restricted)), {
        projectId: PROJECT_ID,
        isRestricted: true,
        isAnonymous: false
      })
    }).pipe(Effect.provide(withOptions({ includeRestricted: true })))
  )

  it.effect("of anonymous users are accepted on demand, and restricted ones with them", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* outcomes, ["ok", "ok", "ok"])
      const verifier = yield* Verify.Verifier
      assert.deepInclude(yield* verifier.verify(signToken(key, anonymous)), { isRestricted: true, isAnonymous: true })
      assert.deepInclude(yield* verifier.verify(signToken(key, newer)), { isRestricted: false, isAnonymous: false })
    }).pipe(Effect.provide(withOptions({ includeAnonymous: true })))
  )

  it.effect.each([
    `${BASE_URL}/api/v1/projects/another`,
    `${issuer}/`,
    `${issuer}?x=1`,
    `/api/v1/projects/${PROJECT_ID}`,
    `file://x/api/v1/projects/${PROJECT_ID}`,
    restricted.iss,
    anonymous.iss
  ])("of a newer service have the issuer of their project and their kind of user, not %s", (iss) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(signToken(key, claims({ iss }))), "issuer")
      const ofRestricted = claims({ iss: iss === restricted.iss ? issuer : iss, aud: restricted.aud })
      assert.strictEqual(yield* outcome(signToken(key, ofRestricted)), "issuer")
    }).pipe(Effect.provide(withOptions({ includeAnonymous: true })))
  )

  it.effect("are verified with whichever key of the set has signed them", () => {
    const all = ["first", "second", "third"].map((id) => ecKey(id))
    const unlisted = ecKey("fourth")
    return Effect.gen(function* () {
      const outcomes = yield* Effect.forEach([...all, unlisted], (signer) => outcome(signToken(signer, newer)))
      assert.deepStrictEqual(outcomes, ["ok", "ok", "ok", "unknown-key"])
    }).pipe(Effect.provide(verifierOver(() => keySet(...all)).layer))
  })

  it.effect("are verified with the keys of the accepted users", () =>
    Effect.gen(function* () {
      for (const [options, query] of [
        [{}, ""],
        [{ includeRestricted: true }, "?include_restricted=true"],
        [{ includeAnonymous: true }, "?include_anonymous=true"]
      ] as const) {
        const { layer, script } = verifierOver(() => publicKeys, options)
        yield* Effect.provide(outcome(signToken(key)), layer)
        assert.deepStrictEqual(
          script.requests.map(({ url }) => url),
          [`${JWKS_URL}${query}`]
        )
      }
    })
  )

  it.effect("may be off by the clock skew and no more", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(signToken(key, claims({ iat: 30, nbf: 30 }))), "ok")
      yield* TestClock.adjust(629_999)
      assert.strictEqual(yield* outcome(signToken(key)), "ok")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* outcome(signToken(key)), "expired")
    }).pipe(Effect.provide(withKeys))
  )

  it.effect("are checked with the given clock skew", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(signToken(key, claims({ iat: 1 }))), "not-yet-valid")
      yield* TestClock.adjust(600_000)
      assert.strictEqual(yield* outcome(signToken(key)), "expired")
    }).pipe(Effect.provide(verifierOver(() => publicKeys, { clockSkewMillis: 0 }).layer))
  )

  it.effect("are checked by the current clock, also after it jumped back", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DAY)
      const late = signToken(key, claims({ iat: 86_400, exp: 87_000 }))
      assert.strictEqual(yield* outcome(late), "ok")
      yield* TestClock.setTime(0)
      assert.strictEqual(yield* outcome(late), "not-yet-valid")
      assert.strictEqual(yield* outcome(signToken(key)), "ok")
    }).pipe(Effect.provide(withKeys))
  )
})

describe("An invalid token", () => {
  const long = (text: string) => text.repeat(Math.ceil(100_000 / text.length))
  const texts: Readonly<Record<string, string>> = {
    "an empty text": "",
    "one part": "abc",
    "two parts": "a.b",
    "four parts": `${signToken(key)}.a`,
    "five parts, as an encrypted token has": "a.b.c.d.e",
    "a token with a blank": ` ${signToken(key)}`,
    "a token with padding": signToken(key).replace(".", "==."),
    "a header that is a list": token(["ES256"], claims(), es256(key)),
    "a header that is null": token(null, claims(), es256(key)),
    "a header that is no JSON": token("{", claims(), es256(key)),
    undefined: "undefined",
    null: "null",
    "100 kB of dots": long("."),
    "100 kB of letters": long("a"),
    "100 kB in each part": `${long("a")}.${long("b")}.${long("c")}`,
    "a header of 100 kB": token({ alg: "ES256", kid: "key-1", pad: long("a") }, claims(), es256(key)),
    "a payload of 100 kB": signToken(key, claims({ pad: long("a") })),
    "a header nested 2000 deep": `${base64url(`${"[".repeat(2000)}${"]".repeat(2000)}`)}.e30.AA`,
    "8 kB of dots": ".".repeat(8000)
  }
  it.effect.each(Object.entries(texts))("is rejected at once: %s", ([, text]) =>
    Effect.gen(function* () {
      const { layer, script } = verifierOver(() => publicKeys)
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* outcome("a.b.c")
          const start = startCpuTimer()
          const reason = yield* outcome(text)
          assert.isBelow(cpuTimeSince(start), 200)
          assert.include(["malformed", "algorithm"], reason)
          assert.lengthOf(script.requests, 0)
        }),
        layer
      )
    })
  )

  it.effect("is a value that is not a string", () =>
    Effect.gen(function* () {
      for (const value of [undefined, null, 1, {}, [], () => "a.b.c"]) {
        assert.strictEqual(yield* outcome(value as never), "malformed")
      }
    }).pipe(Effect.provide(withKeys))
  )

  it.effect.prop("is any text: rejected, never a defect", { text: Schema.String }, ({ text }) =>
    Effect.gen(function* () {
      assert.notStrictEqual(yield* outcome(text), "ok")
    }).pipe(Effect.provide(withKeys))
  )
})

describe("Decoding without verifying", () => {
  it("returns the claims of any token", () => {
    const forged = token({ alg: "none" }, claims({ sub: "Zoë" }), () => Buffer.alloc(0))
    assert.deepStrictEqual(Verify.decodeUnverified(forged), {
      verified: false,
      userId: "Zoë",
      projectId: PROJECT_ID,
      issuedAt: new Date(0),
      expiresAt: new Date(600_000)
    })
  })

  it.each(["", ":restricted", ":anon"])("returns the project of a token with the audience suffix %j", (suffix) => {
    const restricted = signToken(ecKey("any"), claims({ aud: `${PROJECT_ID}${suffix}` }))
    assert.strictEqual(Verify.decodeUnverified(restricted)?.projectId, PROJECT_ID)
  })

  it("returns null for an invalid token and for missing claims", () => {
    for (const text of [
      "",
      "a",
      "a.b.c",
      "null",
      "x".repeat(100_000),
      `a.${base64url("[]")}.c`,
      `a.${base64url("1")}.c`
    ]) {
      assert.isNull(Verify.decodeUnverified(text), text.slice(0, 20))
    }
    const nothing = { verified: false, userId: null, projectId: null, issuedAt: null, expiresAt: null } as const
    assert.deepStrictEqual(Verify.decodeUnverified("a.e30.c"), nothing)
    assert.deepStrictEqual(
      Verify.decodeUnverified(`a.${base64url({ sub: 1, aud: [PROJECT_ID], iat: "0", exp: 1e300 })}.c`),
      nothing
    )
  })

  it("has other errors than verification, which returns checked claims", () => {
    expectTypeOf<ReturnType<Verify.Verifier["Service"]["verify"]>>().toEqualTypeOf<
      Effect.Effect<Verify.AccessTokenClaims, Verify.AccessTokenRejected | Verify.KeysUnavailable>
    >()
  })

  it("has a type that is not assignable to verified claims, nor the reverse", () => {
    expectTypeOf<Verify.UnverifiedClaims>().not.toExtend<Verify.AccessTokenClaims>()
    expectTypeOf<Verify.AccessTokenClaims>().not.toExtend<Verify.UnverifiedClaims>()
    // Verified claims cannot be written as a literal.
    expectTypeOf<{
      userId: string
      projectId: string
      isAnonymous: boolean
      isRestricted: boolean
      issuedAt: Date
      expiresAt: Date
    }>().not.toExtend<Verify.AccessTokenClaims>()
  })
})
