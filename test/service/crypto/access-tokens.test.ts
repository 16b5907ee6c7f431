/** Access tokens. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema, Tracer } from "effect"
import { TestClock } from "effect/testing"
import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { PublicJwk } from "../../../core/api/projects/jwks.ts"
import { toDer } from "../../../service/crypto/ecdsa-signature.ts"
import { projectSigningKey, type SigningKey } from "../../../service/crypto/signing-key.ts"
import { readAccessToken } from "../responses.ts"
import {
  asClient,
  asServer,
  me,
  OTHER_PROJECT_ID,
  otherKeys,
  PROJECT_ID,
  refresh,
  send,
  service,
  signIn,
  USER_ID,
  withToken
} from "../fixture.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

const decode = (part: string | undefined): unknown => JSON.parse(Buffer.from(part ?? "", "base64url").toString())

const KeySet = Schema.Struct({ keys: Schema.Tuple([PublicJwk]) })

const keySet = Effect.map(
  Effect.flatMap(send("GET", `/api/v1/projects/${PROJECT_ID}/.well-known/jwks.json`), ({ json }) =>
    Schema.decodeUnknownEffect(KeySet)(json)
  ),
  ({ keys: [key] }) => key
)

const claims = {
  sub: USER_ID,
  branchId: "main",
  iss: "https://access-token.jwt-signature.stack-auth.com",
  iat: 0,
  aud: PROJECT_ID,
  exp: 600
}

/** The claims that clients since Stack Auth 2.8 require, with what is allowed in each. */
const claimsSince28 = {
  project_id: Schema.String,
  branch_id: Schema.Literal("main"),
  role: Schema.Literal("authenticated"),
  name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  email_verified: Schema.Boolean,
  selected_team_id: Schema.NullOr(Schema.String),
  is_anonymous: Schema.Boolean,
  is_restricted: Schema.Boolean,
  restricted_reason: Schema.NullOr(Schema.Struct({ type: Schema.String })),
  requires_totp_mfa: Schema.Boolean,
  signed_up_at: Schema.Int
}

const readClaims = Schema.decodeUnknownSync(
  Schema.Struct({
    refresh_token_id: Schema.String,
    sub: Schema.String,
    branchId: Schema.String,
    iss: Schema.String,
    iat: Schema.Int,
    aud: Schema.String,
    exp: Schema.Int,
    ...claimsSince28
  }),
  { onExcessProperty: "error" }
)

const readSecret = Schema.decodeUnknownSync(Schema.Struct({ server_secret: Schema.String }))

const signJwt = (header: object, payload: object, key: KeyObject) => {
  const content = `${encode(header)}.${encode(payload)}`
  return `${content}.${sign("sha256", Buffer.from(content), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`
}

/** The order of P-256 (SP 800-186, section 3.2.1.3). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** Returns the token with the signature `(r, n − s)` in place of `(r, s)`. */
const negateS = (token: string): string => {
  const [head, body, signature] = token.split(".")
  const bytes = Buffer.from(signature ?? "", "base64url").toString("hex")
  const s = ORDER - BigInt(`0x${bytes.slice(64)}`)
  const negated = Buffer.from(bytes.slice(0, 64) + s.toString(16).padStart(64, "0"), "hex")
  return `${head}.${body}.${negated.toString("base64url")}`
}

/** Returns the secret of the installation from which the keys of projects are derived. */
const serverSecretOf = (database: string): string => {
  const file = new DatabaseSync(database, { readOnly: true })
  try {
    return readSecret(file.prepare("SELECT server_secret FROM installation").get()).server_secret
  } finally {
    file.close()
  }
}

const codeOf = (token: string) => Effect.map(me(withToken(token)), ({ code }) => code)

const signOut = (refreshToken: string) =>
  send("DELETE", "/api/v1/auth/sessions/current", {
    headers: { ...asClient, "x-stack-refresh-token": refreshToken },
    json: {}
  })

describe("access tokens", () => {
  it.effect("contain the documented claims and the id of their session", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const { access_token, refresh_token } = yield* signIn()
      const [head, body] = access_token.split(".")
      const key = yield* keySet
      assert.deepStrictEqual(decode(head), { alg: "ES256", kid: key.kid })
      const { refresh_token_id, ...others } = readClaims(decode(body))
      assert.deepInclude(others, { ...claims, iat: 3600, exp: 4200 })
      assert.match(refresh_token_id, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
      const next = yield* readAccessToken((yield* refresh(refresh_token)).json)
      assert.strictEqual(readClaims(decode(next.split(".")[1])).refresh_token_id, refresh_token_id)
    }).pipe(Effect.provide(service()))
  )

  it.effect("say who the user is, at the time of each refresh", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const { access_token, refresh_token } = yield* signIn()
      const before = readClaims(decode(access_token.split(".")[1]))
      assert.deepInclude(before, {
        project_id: PROJECT_ID,
        branch_id: "main",
        role: "authenticated",
        email: "ada@example.com",
        selected_team_id: null,
        is_anonymous: false,
        is_restricted: false,
        restricted_reason: null,
        requires_totp_mfa: false
      })
      yield* send("PATCH", "/api/v1/users/me", {
        headers: { ...asClient, "x-stack-access-token": access_token },
        json: { display_name: "Ada Lovelace" }
      })
      const next = yield* readAccessToken((yield* refresh(refresh_token)).json)
      assert.deepStrictEqual(readClaims(decode(next.split(".")[1])), { ...before, name: "Ada Lovelace" })
    }).pipe(Effect.provide(service()))
  )

  it.effect("fit into a cookie, however long the name of their user is", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn()
      // Six bytes each in JSON, and half of a pair at the cut.
      for (const name of ["\u0001".repeat(5000), `${"a".repeat(199)}${"😀".repeat(500)}`]) {
        const headers = { ...asServer, "x-stack-access-token": access_token }
        const response = yield* send("PATCH", "/api/v1/users/me", { headers, json: { display_name: name } })
        assert.strictEqual(response.status, 200)
        const next = yield* readAccessToken((yield* refresh(refresh_token)).json)
        const cut = readClaims(decode(next.split(".")[1])).name ?? ""
        assert.isTrue(cut.endsWith("…"))
        // Throws for half of a pair.
        assert.isString(encodeURIComponent(cut))
        const cookie = `stack-access=${encodeURIComponent(JSON.stringify([refresh_token, next]))}; Path=/; Secure`
        assert.isBelow(cookie.length, 4000)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("verify with the project's public key", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const key = yield* keySet
      assert.match(key.kid, /^[\w-]{12}$/)
      const [head, body, signature] = access_token.split(".")
      const publicKey = createPublicKey({ format: "jwk", key: { kty: key.kty, crv: key.crv, x: key.x, y: key.y } })
      assert.isTrue(
        verify(
          "sha256",
          Buffer.from(`${head}.${body}`),
          { key: publicKey, dsaEncoding: "ieee-p1363" },
          Buffer.from(signature ?? "", "base64url")
        )
      )
    }).pipe(Effect.provide(service()))
  )

  it.effect("expire after the configured lifetime", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      yield* TestClock.adjust("19999 millis")
      assert.isUndefined(yield* codeOf(access_token))
      yield* TestClock.adjust("1 millis")
      const response = yield* me(withToken(access_token))
      assert.deepStrictEqual(
        [response.status, response.code, response.details],
        [401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: 20_000 }]
      )
    }).pipe(Effect.provide(service({}, { accessTokenLifetimeSeconds: 20 })))
  )

  it.effect("are valid in their own project only", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const response = yield* me({
        "x-stack-project-id": OTHER_PROJECT_ID,
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": otherKeys.publishableClientKey,
        "x-stack-access-token": access_token
      })
      assert.deepStrictEqual([response.status, response.code], [401, "INVALID_PROJECT_FOR_ACCESS_TOKEN"])
    }).pipe(Effect.provide(service()))
  )

  it.effect("stay valid until they expire when their user signs out", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* signIn()
      yield* signOut(refresh_token)
      assert.strictEqual((yield* me(withToken(access_token))).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("with the other valid signature of the same content are equivalent: they expire at the same time", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const negated = negateS(access_token)
      assert.notStrictEqual(negated, access_token)
      assert.deepStrictEqual((yield* me(withToken(negated))).json, (yield* me(withToken(access_token))).json)
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(
        [yield* codeOf(access_token), yield* codeOf(negated)],
        ["ACCESS_TOKEN_EXPIRED", "ACCESS_TOKEN_EXPIRED"]
      )
    }).pipe(Effect.provide(service()))
  )

  it.effect("are rejected when any part is changed", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const [head, body, signature = ""] = access_token.split(".")
      const key = yield* keySet
      const foreign = generateKeyPairSync("ec", { namedCurve: "prime256v1" })
      const pem = createPublicKey({ format: "jwk", key: { kty: key.kty, crv: key.crv, x: key.x, y: key.y } }).export({
        type: "spki",
        format: "pem"
      })
      const hs256 = `${encode({ alg: "HS256", kid: key.kid })}.${body}`
      const forged = (header: object, payload: object = claims) => signJwt(header, payload, foreign.privateKey)
      const ours = { alg: "ES256", kid: key.kid }
      const jwk = foreign.publicKey.export({ format: "jwk" })
      const tokens = {
        "alg none": `${encode({ alg: "none", kid: key.kid })}.${body}.`,
        "alg none with our signature": `${encode({ alg: "none", kid: key.kid })}.${body}.${signature}`,
        "HS256 with the public key": `${hs256}.${createHmac("sha256", pem).update(hs256).digest("base64url")}`,
        "a foreign key under our kid": forged(ours),
        "a foreign key under its own kid": forged({ alg: "ES256", kid: "foreign-kid1" }),
        "a key in the header": forged({ ...ours, jwk }),
        "a key set in the header": forged({ ...ours, jku: "https://evil.example/jwks.json" }),
        "a critical extension": forged({ ...ours, crit: ["b64"], b64: false }),
        "kid __proto__": forged({ alg: "ES256", kid: "__proto__" }),
        "another sub": `${head}.${encode({ ...claims, sub: "another-user" })}.${signature}`,
        "an aud that is no text": forged(ours, { ...claims, aud: { toString: "x" } }),
        "a second spelling of the signature": `${head}.${body}.${signature}=`,
        "a cut signature": `${head}.${body}.${signature.slice(0, -4)}`,
        "four parts": `${access_token}.x`,
        "two parts": `${head}.${body}`,
        "JSON that is no object": `${encode(null)}.${encode([])}.${signature}`,
        undefined: "undefined",
        null: "null",
        "100 kB": "x".repeat(100_000),
        "100 kB of dots": ".".repeat(100_000)
      }
      for (const [name, token] of Object.entries(tokens)) {
        assert.strictEqual(yield* codeOf(token), "UNPARSABLE_ACCESS_TOKEN", name)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("are rejected if the service's own keys signed something else than an access token of the project", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      yield* Effect.gen(function* () {
        const { access_token } = yield* signIn()
        const [, body, signature = ""] = access_token.split(".")
        const ours = readClaims(decode(body))
        const secret = serverSecretOf(database)
        const key = projectSigningKey(secret, PROJECT_ID)
        const other = projectSigningKey(secret, OTHER_PROJECT_ID)
        const header = { alg: "ES256", kid: key.publicJwk.kid }
        const bytes = Buffer.from(signature, "base64url")
        const withSignature = (changed: Buffer) =>
          `${access_token.slice(0, -signature.length)}${changed.toString("base64url")}`
        const order = Buffer.from(ORDER.toString(16), "hex")
        const zero = Buffer.alloc(32)
        const tokens = {
          "the key of another project": signJwt({ alg: "ES256", kid: other.publicJwk.kid }, ours, other.privateKey),
          "the key of another project under our kid": signJwt(header, ours, other.privateKey),
          "our key under the kid of another project": signJwt(
            { alg: "ES256", kid: other.publicJwk.kid },
            ours,
            key.privateKey
          ),
          "no kid": signJwt({ alg: "ES256" }, ours, key.privateKey),
          "alg ES384": signJwt({ ...header, alg: "ES384" }, ours, key.privateKey),
          "alg es256": signJwt({ ...header, alg: "es256" }, ours, key.privateKey),
          "alg none": signJwt({ ...header, alg: "none" }, ours, key.privateKey),
          "a list of algorithms": signJwt({ ...header, alg: ["ES256"] }, ours, key.privateKey),
          "another typ": signJwt({ ...header, typ: "at+jwt" }, ours, key.privateKey),
          "a critical extension": signJwt({ ...header, crit: ["exp"] }, ours, key.privateKey),
          "a key in the header": signJwt({ ...header, jwk: key.publicJwk }, ours, key.privateKey),
          "another issuer": signJwt(header, { ...ours, iss: "https://evil.example" }, key.privateKey),
          "an empty sub": signJwt(header, { ...ours, sub: "" }, key.privateKey),
          "no exp": signJwt(header, { ...ours, exp: undefined }, key.privateKey),
          "an exp that is a text": signJwt(header, { ...ours, exp: "9999999999" }, key.privateKey),
          "more than 4096 characters": signJwt(header, { ...ours, padding: "x".repeat(4096) }, key.privateKey),
          "the signature in DER": withSignature(toDer(bytes) ?? Buffer.alloc(0)),
          "r of 0": withSignature(Buffer.concat([zero, bytes.subarray(32)])),
          "s of 0": withSignature(Buffer.concat([bytes.subarray(0, 32), zero])),
          "r and s of 0": withSignature(Buffer.alloc(64)),
          "r and s of the order": withSignature(Buffer.concat([order, order])),
          "r and s above the order": withSignature(Buffer.alloc(64, 0xff)),
          "r and s exchanged": withSignature(Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)])),
          "a byte more": withSignature(Buffer.concat([bytes, Buffer.alloc(1)])),
          "a byte less": withSignature(bytes.subarray(0, 63)),
          "no signature": withSignature(Buffer.alloc(0))
        }
        assert.isUndefined(yield* codeOf(signJwt(header, ours, key.privateKey)), "the same key signs what is accepted")
        for (const [name, token] of Object.entries(tokens)) {
          assert.strictEqual(yield* codeOf(token), "UNPARSABLE_ACCESS_TOKEN", name)
          assert.strictEqual(yield* codeOf(token), "UNPARSABLE_ACCESS_TOKEN", `${name}, a second time`)
        }
        assert.isUndefined(yield* codeOf(access_token))
      }).pipe(Effect.provide(service({}, { database })))
    })
  )

  it.effect("are rejected with a key, an audience or a reason of another kind of users", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      yield* Effect.gen(function* () {
        const headers = { ...asServer, "content-type": "application/json" }
        yield* send("PATCH", `/api/v1/users/${USER_ID}`, { headers, json: { restricted_by_admin: true } })
        const { access_token } = yield* signIn()
        const ours = readClaims(decode(access_token.split(".")[1]))
        const key = projectSigningKey(serverSecretOf(database), PROJECT_ID)
        const restricted = key.ofKind("restricted")
        const tokenBy = ({ privateKey, publicJwk }: SigningKey, change: object = {}, kid = publicJwk.kid) =>
          signJwt({ alg: "ES256", kid }, { ...ours, ...change }, privateKey)
        const tokens = {
          "the key of normal users": tokenBy(key),
          "the key of normal users under the other kid": tokenBy(key, {}, restricted.publicJwk.kid),
          "the key of anonymous users": tokenBy(key.ofKind("anonymous")),
          "the audience of normal users": tokenBy(restricted, { aud: PROJECT_ID }),
          "the audience of normal users with their kid": tokenBy(restricted, { aud: PROJECT_ID }, key.publicJwk.kid),
          "the audience of anonymous users": tokenBy(restricted, { aud: `${PROJECT_ID}:anon` }),
          "both audiences": tokenBy(restricted, { aud: `${PROJECT_ID}:restricted:restricted` }),
          "a list of audiences": tokenBy(restricted, { aud: [`${PROJECT_ID}:restricted`, PROJECT_ID] }),
          "no reason": tokenBy(restricted, { restricted_reason: null }),
          "the reason of anonymous users": tokenBy(restricted, { restricted_reason: { type: "anonymous" } }),
          "an unknown reason": tokenBy(restricted, { restricted_reason: { type: "bored" } }),
          "a normal token with a reason": tokenBy(key, { aud: PROJECT_ID, iss: claims.iss })
        }
        for (const [name, token] of Object.entries(tokens)) {
          const response = yield* me({ ...withToken(token), "x-stack-allow-restricted-user": "true" })
          assert.strictEqual(response.code, "UNPARSABLE_ACCESS_TOKEN", name)
        }
        assert.strictEqual(yield* codeOf(tokenBy(restricted)), "RESTRICTED_USER_NOT_ALLOWED", "the right key")
        const normal = { aud: PROJECT_ID, iss: claims.iss, restricted_reason: null, is_restricted: false }
        assert.strictEqual(yield* codeOf(tokenBy(key, normal)), "ACCESS_TOKEN_EXPIRED", "a token from before")
      }).pipe(Effect.provide(service({}, { database })))
    })
  )

  it.effect("are rejected after their user was deleted, and so is the session", () =>
    Effect.gen(function* () {
      const database = (yield* temporaryFolder).path("keystile.db")
      yield* Effect.gen(function* () {
        const { access_token, refresh_token } = yield* signIn()
        const other = new DatabaseSync(database)
        other.prepare("DELETE FROM users WHERE id = ?").run(USER_ID)
        other.close()
        assert.strictEqual(yield* codeOf(access_token), "CANNOT_GET_OWN_USER_WITHOUT_USER")
        assert.strictEqual((yield* refresh(refresh_token)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      }).pipe(Effect.provide(service({}, { database })))
    })
  )

  it.effect("of unknown projects are rejected with at most one query in all", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signIn()
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
      let queries = 0
      const counting = Tracer.make({
        span: (options) => {
          if (options.name === "sql.execute") queries++
          return new Tracer.NativeSpan(options)
        }
      })
      const counted = (token: string) => me(withToken(token)).pipe(Effect.withTracer(counting))
      assert.strictEqual((yield* counted(access_token)).status, 200)
      assert.isAbove(queries, 0, "queries are counted")
      queries = 0
      for (let count = 0; count < 1000; count++) {
        const aud = `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`
        const token = signJwt({ alg: "ES256", kid: `unknown${count}` }, { ...claims, aud }, privateKey)
        assert.strictEqual((yield* counted(token)).code, "UNPARSABLE_ACCESS_TOKEN")
      }
      assert.isAtMost(queries, 1)
      assert.strictEqual((yield* counted(access_token)).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("of another installation are rejected", () =>
    Effect.gen(function* () {
      const key = projectSigningKey("secret of another installation", PROJECT_ID)
      const token = signJwt({ alg: "ES256", kid: key.publicJwk.kid }, claims, key.privateKey)
      assert.strictEqual(yield* codeOf(token), "UNPARSABLE_ACCESS_TOKEN")
    }).pipe(Effect.provide(service()))
  )
})
