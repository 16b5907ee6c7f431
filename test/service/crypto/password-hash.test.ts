/** The formats of password hashes, and hashing in runtimes with and without Argon2. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { pbkdf2Sync, scryptSync } from "node:crypto"
import { ARGON2_COST, readArgon2Hash, writeArgon2Hash } from "../../../service/crypto/argon2-hash.ts"
import { writeFirebaseScryptHash } from "../../../service/crypto/firebase-scrypt-hash.ts"
import {
  layer as realHasher,
  makePasswordHasher,
  PasswordHasher,
  PasswordHashUnsupported
} from "../../../service/crypto/password-hasher.ts"
import { layerTest as testHasher } from "../../../service/development/password-hasher-test.ts"
import { isImportableHash } from "../../../service/crypto/password-hash.ts"
import { SCRYPT_COST, scryptOptions, writeScryptHash } from "../../../service/crypto/scrypt-hash.ts"

const password = Redacted.make("correct horse")

/** From the test suite of the reference implementation: `password`, salt `somesalt`. */
const REFERENCE_HASH = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
/** `correct horse`, as earlier versions wrote it. */
const earlierScrypt = (() => {
  const salt = Buffer.alloc(16, 7)
  const cost = { log2Cost: 15, blockSize: 8, parallelization: 1 }
  const key = scryptSync("correct horse", salt, 32, scryptOptions(cost))
  return `$scrypt$ln=15,r=8,p=1$${salt.toString("base64url")}$${key.toString("base64url")}`
})()
/** `password123` with 4 rounds. */
const bcryptHash = "$2b$04$vWkqOio8rwIollpY4xTTVuAOmUDuhKfWi4hYbydOULq0M/b7DP6e2"

/** A runtime without `crypto.argon2`, such as Node 22. */
const hasherWithoutArgon2 = makePasswordHasher(
  { argon2id: ARGON2_COST, scrypt: SCRYPT_COST },
  {
    argon2id: null,
    scrypt: (text, hash) => Effect.sync(() => scryptSync(text, hash.salt, hash.key.length, scryptOptions(hash))),
    pbkdf2: (text, hash) =>
      Effect.sync(() => pbkdf2Sync(text, hash.salt, hash.iterations, hash.key.length, hash.digest)),
    bcrypt: () => Effect.succeed(false)
  }
)

describe("new password hashes", () => {
  it.live("are Argon2id with OWASP's parameters and a new salt", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const [first, second] = yield* Effect.all([hasher.hash(password), hasher.hash(password)], { concurrency: 2 })
      assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/)
      assert.notStrictEqual(first, second)
      assert.isTrue(yield* hasher.verify(password, first))
      assert.isFalse(yield* hasher.verify(Redacted.make("correct horsf"), first))
      assert.isFalse(yield* hasher.verify(password, null))
      assert.isFalse(hasher.needsRehash(first))
    }).pipe(Effect.provide(realHasher))
  )

  it.effect("are scrypt with OWASP's parameters in a runtime without Argon2", () =>
    Effect.gen(function* () {
      const { hash, needsRehash, verify } = hasherWithoutArgon2
      const made = yield* hash(password)
      assert.match(made, /^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/)
      assert.isTrue(yield* verify(password, made))
      assert.isFalse(yield* verify(Redacted.make("correct horsf"), made))
      assert.isFalse(yield* verify(password, null))
      assert.isFalse(needsRehash(made))
      assert.isTrue(needsRehash(earlierScrypt))
    })
  )

  it.effect("contain their cost: a cheaper one is still verified, and replaced", () =>
    Effect.gen(function* () {
      const cheap = yield* Effect.provide(
        PasswordHasher.use((hasher) => hasher.hash(password)),
        testHasher
      )
      const hasher = yield* PasswordHasher
      assert.isTrue(yield* hasher.verify(password, cheap))
      assert.isTrue(hasher.needsRehash(cheap))
    }).pipe(Effect.provide(realHasher))
  )
})

describe("stored password hashes", () => {
  it.live("of every earlier format are verified, and replaced", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      for (const [text, hash] of [
        ["correct horse", earlierScrypt],
        ["password123", bcryptHash]
      ] as const) {
        assert.isTrue(yield* hasher.verify(Redacted.make(text), hash), hash)
        assert.isFalse(yield* hasher.verify(Redacted.make(`${text}!`), hash), hash)
        assert.isTrue(hasher.needsRehash(hash), hash)
      }
    }).pipe(Effect.provide(realHasher))
  )

  it.live("of the reference implementation are verified, and kept if they are stronger than new ones", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      assert.isTrue(yield* hasher.verify(Redacted.make("password"), REFERENCE_HASH))
      assert.isFalse(yield* hasher.verify(Redacted.make("differentpassword"), REFERENCE_HASH))
      assert.isFalse(hasher.needsRehash(REFERENCE_HASH))
      for (const [parameters, isWeaker] of [
        ["m=47104,t=1,p=1", false],
        ["m=19456,t=1,p=1", true],
        ["m=19455,t=8,p=1", true]
      ] as const) {
        assert.strictEqual(hasher.needsRehash(REFERENCE_HASH.replace("m=65536,t=2,p=1", parameters)), isWeaker)
      }
    }).pipe(Effect.provide(realHasher))
  )

  it.effect("fail with a typed error if the runtime or this version cannot verify them", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      for (const [verify, hash, algorithm] of [
        [hasherWithoutArgon2.verify, REFERENCE_HASH, "argon2id"],
        [hasher.verify, REFERENCE_HASH.replace("v=19", "v=20"), "argon2id"],
        [hasher.verify, "$argon3$v=1$x$y", "argon3"],
        [hasher.verify, "something that is no hash", "unknown"]
      ] as const) {
        const failure = yield* Effect.flip(verify(password, hash))
        assert.deepStrictEqual(failure, new PasswordHashUnsupported({ algorithm }))
        assert.include(failure.message, algorithm)
      }
    }).pipe(Effect.provide(testHasher))
  )
})

describe("imported Argon2id hashes", () => {
  it("are read and written in the PHC string format", () => {
    const hash = readArgon2Hash(REFERENCE_HASH)
    assert.deepInclude(hash, { memory: 65_536, passes: 2, parallelism: 1 })
    assert.strictEqual(hash?.salt.toString(), "somesalt")
    assert.strictEqual(hash === null ? null : writeArgon2Hash(hash), REFERENCE_HASH)
    assert.isTrue(isImportableHash(REFERENCE_HASH))
  })

  const [, , , parameters = "", salt = "", key = ""] = REFERENCE_HASH.split("$")
  const withParameters = (given: string) => REFERENCE_HASH.replace(parameters, given)
  it.each([
    ["4 GiB", withParameters("m=4194304,t=1,p=1")],
    ["more than 64 MiB", withParameters("m=65537,t=1,p=1")],
    ["too many passes", withParameters("m=65536,t=5,p=1")],
    ["too many passes over little memory", withParameters("m=8,t=4294967295,p=1")],
    ["no pass", withParameters("m=65536,t=0,p=1")],
    ["no memory", withParameters("m=0,t=1,p=1")],
    ["less than 8 KiB a lane", withParameters("m=31,t=2,p=4")],
    ["no lane", withParameters("m=65536,t=2,p=0")],
    ["too many lanes", withParameters("m=65536,t=2,p=17")],
    ["a number beyond the range", withParameters(`m=${"9".repeat(40)},t=2,p=1`)],
    ["a number with a leading zero", withParameters("m=065536,t=2,p=1")],
    ["a negative number", withParameters("m=-65536,t=2,p=1")],
    ["a fraction", withParameters("m=65536,t=2.5,p=1")],
    ["other parameters", withParameters("m=65536,t=2,p=1,keyid=AAAA")],
    ["parameters in another order", withParameters("t=2,m=65536,p=1")],
    ["a missing parameter", withParameters("m=65536,t=2")],
    ["another version", REFERENCE_HASH.replace("v=19", "v=16")],
    ["no version", REFERENCE_HASH.replace("$v=19", "")],
    ["Argon2i", REFERENCE_HASH.replace("argon2id", "argon2i")],
    ["a short salt", REFERENCE_HASH.replace(salt, "c29tZXM")],
    ["a long salt", REFERENCE_HASH.replace(salt, "A".repeat(88))],
    ["a short key", REFERENCE_HASH.replace(key, "AAAAAAAAAAAAAAAAAAAA")],
    ["a long key", REFERENCE_HASH.replace(key, "A".repeat(1_000_000))],
    ["padding", `${REFERENCE_HASH}=`],
    ["base64url", REFERENCE_HASH.replace(key, key.replace("P", "_"))],
    ["bits behind the last byte", REFERENCE_HASH.replace(salt, "c29tZXNhbHR")],
    ["no key", `$argon2id$v=19$${parameters}$${salt}`],
    ["a line break behind it", `${REFERENCE_HASH}\n`],
    ["an empty text", ""]
  ])("are refused with %s", (_, hash) => {
    assert.isFalse(isImportableHash(hash))
    assert.isNull(readArgon2Hash(hash))
  })
})

/** From the README of https://github.com/firebase/scrypt: `user1password`. */
const FIREBASE_HASH = writeFirebaseScryptHash({
  log2Cost: 14,
  blockSize: 8,
  salt: Buffer.from("42xEC+ixf3L2lw==", "base64"),
  separator: Buffer.from("Bw==", "base64"),
  signerKey: Buffer.from(
    "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
    "base64"
  ),
  key: Buffer.from("lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==", "base64")
})

/** As better-auth computes it: https://github.com/better-auth/better-auth, `crypto/password`. */
const betterAuthHash = (text: string) => {
  const salt = "8a1f00c7d2e94b6653aa01f4be9d7c20"
  const key = scryptSync(text.normalize("NFKC"), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 })
  return `${salt}:${key.toString("hex")}`
}

/** RFC 7914, section 12: `pleaseletmein`, salt `SodiumChloride`, N=16384, r=8, p=1. */
const RFC_SCRYPT =
  "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUk" +
  "Kpr55h6F3A1lHkDfzwF7RVdYhw"

/** RFC 6070, test vector 5 (SHA-1). */
const RFC_PBKDF2 = "$pbkdf2-sha1$i=4096$c2FsdFNBTFRzYWx0U0FMVHNhbHRTQUxUc2FsdFNBTFRzYWx0$PS7sT+QchJuAyNg2YsDkSospGpY"

const pbkdf2 = (digest: "sha256" | "sha512", bytes: number) => {
  const salt = Buffer.from("a salt of 18 bytes")
  const key = pbkdf2Sync("correct horse", salt, 600_000, bytes, digest)
  return `$pbkdf2-${digest}$i=600000$${salt.toString("base64")}$${key.toString("base64").replaceAll("=", "")}`
}

describe("hashes of other systems", () => {
  it.live.each([
    ["Firebase", "user1password", FIREBASE_HASH],
    ["better-auth", "correct horse", betterAuthHash("correct horse")],
    ["better-auth with a password in compatibility characters", "ﬁne horse", betterAuthHash("fine horse")],
    ["scrypt in the PHC string format", "pleaseletmein", RFC_SCRYPT],
    ["PBKDF2 with SHA-1", "passwordPASSWORDpassword", RFC_PBKDF2],
    ["PBKDF2 with SHA-256", "correct horse", pbkdf2("sha256", 32)],
    ["PBKDF2 with SHA-512", "correct horse", pbkdf2("sha512", 64)]
  ] as const)("of %s are verified, and replaced", ([, text, hash]) =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      assert.isTrue(isImportableHash(hash))
      assert.isTrue(yield* hasher.verify(Redacted.make(text), hash))
      assert.isFalse(yield* hasher.verify(Redacted.make(`${text}!`), hash))
      assert.isTrue(hasher.needsRehash(hash))
    }).pipe(Effect.provide(realHasher))
  )

  it.live("are verified up to the limits of their cost", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const cost = { log2Cost: 17, blockSize: 8, parallelization: 1 }
      const salt = Buffer.alloc(16, 7)
      const key = scryptSync("correct horse", salt, 32, scryptOptions(cost))
      const greatest = writeScryptHash({ ...cost, salt, key })
      assert.isTrue(yield* hasher.verify(password, greatest))
    }).pipe(Effect.provide(realHasher))
  )

  it.each([
    ["scrypt of 1 GiB", RFC_SCRYPT.replace("ln=14", "ln=20")],
    ["scrypt of 256 MiB by its block size", RFC_SCRYPT.replace("r=8", "r=64").replace("ln=14", "ln=15")],
    ["scrypt with many lanes", RFC_SCRYPT.replace("p=1", "p=17")],
    ["scrypt with no lane", RFC_SCRYPT.replace("p=1", "p=0")],
    ["scrypt without cost", RFC_SCRYPT.replace("ln=14", "ln=0")],
    ["scrypt with a cut key", RFC_SCRYPT.slice(0, -75)],
    ["Firebase of 1 GiB", FIREBASE_HASH.replace("ln=14", "ln=20")],
    ["Firebase with a short key", FIREBASE_HASH.slice(0, -4)],
    ["Firebase with a short signer key", FIREBASE_HASH.replace(/\$[^$]+(\$[^$]+)$/, "$AAAA$1")],
    ["PBKDF2 with too many iterations", RFC_PBKDF2.replace("i=4096", "i=2000001")],
    ["PBKDF2 without iterations", RFC_PBKDF2.replace("i=4096", "i=0")],
    ["PBKDF2 with a key of many blocks", RFC_PBKDF2.replace(/\$[^$]+$/, `$${"A".repeat(64)}`)],
    ["PBKDF2 with another digest", RFC_PBKDF2.replace("sha1", "md5")],
    ["better-auth with a long key", `${betterAuthHash("x")}00`],
    ["better-auth with letters beyond f", betterAuthHash("x").replace(/.$/, "g")],
    ["a line break behind it", `${RFC_SCRYPT}\n`]
  ])("are refused: %s", (_, hash) => {
    assert.isFalse(isImportableHash(hash))
  })
})
