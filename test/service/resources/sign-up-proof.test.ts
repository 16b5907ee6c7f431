/** Sign-up with a proof of work, and with the check of a program that embeds the service. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SignUpCheck, SignUpCheckUnavailable } from "../../../service/resources/sign-up-proof/custom-check.ts"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  GIF,
  OTHER_PROJECT_ID,
  otherKeys,
  PROJECT_ID,
  send,
  service
} from "../fixture.ts"
import { countMails } from "../mails.ts"
import {
  askChallenge,
  easy,
  embedding,
  encode,
  INVALID,
  outcomeOf,
  prove,
  REQUIRED,
  sendCodeWith,
  signUpWith,
  solve,
  withProofOfWork
} from "./sign-up-proof-fixture.ts"

const project = (headers = asClient) => send("GET", "/api/v1/projects/current", { headers })

const change = (sign_up_proof: unknown) =>
  send("PATCH", "/api/v1/projects/current", { headers: asAdmin, json: { config: { sign_up_proof } } })

const outcomes = <E, R>(effects: ReadonlyArray<Effect.Effect<Parameters<typeof outcomeOf>[0], E, R>>) =>
  Effect.map(Effect.all(effects), (all) => all.map(outcomeOf))

describe("a project that requires no proof", () => {
  it.effect("names none in its settings, and signs up without one and with one", () =>
    Effect.gen(function* () {
      assert.notInclude((yield* project()).text, "sign_up_proof")
      assert.notInclude((yield* project(asAdmin)).text, "sign_up_proof")
      assert.deepStrictEqual((yield* askChallenge()).json, { type: "none" })
      assert.strictEqual((yield* signUpWith("one@example.com")).status, 200)
      assert.strictEqual((yield* signUpWith("two@example.com", "a proof")).status, 200)
    }).pipe(Effect.provide(service()))
  )
})

describe("a project that requires a proof of work", () => {
  it.effect("names the check to its users, and the difficulty to its owner only", () =>
    Effect.gen(function* () {
      assert.include((yield* project()).text, '"sign_up_proof":{"type":"proof-of-work"}')
      assert.include((yield* project(asServer)).text, '"sign_up_proof":{"type":"proof-of-work"}')
      assert.include((yield* project(asAdmin)).text, '"sign_up_proof":{"type":"proof-of-work","difficulty":1000}')
    }).pipe(Effect.provide(withProofOfWork()))
  )

  it.effect("creates users with a proof only", () =>
    Effect.gen(function* () {
      assert.strictEqual(outcomeOf(yield* signUpWith("new@example.com")), REQUIRED)
      assert.strictEqual(outcomeOf(yield* signUpWith("new@example.com", "")), REQUIRED)
      assert.strictEqual(outcomeOf(yield* sendCodeWith("other@example.com")), REQUIRED)
      assert.strictEqual(yield* countMails("new@example.com"), 0)
      assert.strictEqual(yield* countMails("other@example.com"), 0)
      assert.strictEqual((yield* signUpWith("new@example.com", yield* prove())).status, 200)
      assert.strictEqual((yield* sendCodeWith("other@example.com", yield* prove())).status, 200)
      assert.strictEqual(yield* countMails("other@example.com"), 1)
    }).pipe(Effect.provide(withProofOfWork()))
  )

  it.effect("does not reveal without a proof whether an address has an account", () =>
    Effect.gen(function* () {
      const all = [signUpWith(ada.email), sendCodeWith(ada.email), sendCodeWith("new@example.com")]
      assert.deepStrictEqual(yield* outcomes(all), [REQUIRED, REQUIRED, REQUIRED])
      assert.strictEqual(outcomeOf(yield* signUpWith(ada.email, yield* prove())), "409 USER_EMAIL_ALREADY_EXISTS")
      assert.strictEqual((yield* sendCodeWith(ada.email, yield* prove())).status, 200)
    }).pipe(Effect.provide(withProofOfWork()))
  )

  it.effect("mails codes to its users without a proof while sign-up is off", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sendCodeWith(ada.email)).status, 200)
      assert.strictEqual(outcomeOf(yield* sendCodeWith("new@example.com")), "400 SIGN_UP_NOT_ENABLED")
      assert.strictEqual(outcomeOf(yield* signUpWith("new@example.com")), "400 SIGN_UP_NOT_ENABLED")
    }).pipe(Effect.provide(withProofOfWork({ signUpEnabled: false })))
  )

  it.effect("needs none from servers and admins", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* signUpWith("one@example.com", undefined, asServer)).status, 200)
      assert.strictEqual((yield* signUpWith("two@example.com", undefined, asAdmin)).status, 200)
      assert.strictEqual((yield* sendCodeWith("three@example.com", undefined, asServer)).status, 200)
      assert.strictEqual(
        (yield* send("POST", "/api/v1/users", { headers: asServer, json: { profile_image_url: GIF } })).status,
        201
      )
    }).pipe(Effect.provide(withProofOfWork()))
  )

  it.effect("uses a proof up by one request, also if the request fails afterwards", () =>
    Effect.gen(function* () {
      const proof = yield* prove()
      assert.strictEqual((yield* signUpWith("new@example.com", proof)).status, 200)
      assert.strictEqual(outcomeOf(yield* signUpWith("other@example.com", proof)), INVALID)
      const failed = yield* prove()
      assert.strictEqual(outcomeOf(yield* signUpWith(ada.email, failed)), "409 USER_EMAIL_ALREADY_EXISTS")
      assert.strictEqual(outcomeOf(yield* sendCodeWith("other@example.com", failed)), INVALID)
    }).pipe(Effect.provide(withProofOfWork()))
  )

  it.effect("checks the length of the password before it uses the proof up", () =>
    Effect.gen(function* () {
      const proof = yield* prove()
      assert.strictEqual(
        outcomeOf(yield* signUpWith("new@example.com", proof, asClient, "short")),
        "400 PASSWORD_TOO_SHORT"
      )
      assert.strictEqual((yield* signUpWith("new@example.com", proof)).status, 200)
    }).pipe(Effect.provide(withProofOfWork()))
  )

  it.live("accepts one of concurrent requests with the same proof", () =>
    Effect.gen(function* () {
      const proof = yield* prove()
      const responses = yield* Effect.all(
        Array.from({ length: 5 }, (_, index) => signUpWith(`new${index}@example.com`, proof)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(responses.map(outcomeOf).toSorted(), ["200", INVALID, INVALID, INVALID, INVALID])
    }).pipe(Effect.provide(withProofOfWork()))
  )

  it.effect("refuses a proof after ten minutes", () =>
    Effect.gen(function* () {
      const early = yield* prove()
      const late = yield* prove()
      yield* TestClock.adjust(599_000)
      assert.strictEqual((yield* signUpWith("new@example.com", early)).status, 200)
      yield* TestClock.adjust(1000)
      assert.strictEqual(outcomeOf(yield* signUpWith("other@example.com", late)), INVALID)
    }).pipe(Effect.provide(withProofOfWork()))
  )

  it.effect("refuses the proof of another project", () => {
    const other = {
      "x-stack-project-id": OTHER_PROJECT_ID,
      "x-stack-access-type": "client",
      "x-stack-publishable-client-key": otherKeys.publishableClientKey
    }
    const projects = [
      {
        id: PROJECT_ID,
        displayName: "Test",
        config: { signUpProof: easy },
        keys: { publishableClientKey: "pck_of_the_project" }
      },
      { id: OTHER_PROJECT_ID, displayName: "Other", config: { signUpProof: easy }, keys: otherKeys }
    ]
    return Effect.gen(function* () {
      assert.strictEqual(outcomeOf(yield* signUpWith("new@example.com", yield* prove(other))), INVALID)
      assert.strictEqual((yield* signUpWith("new@example.com", yield* prove())).status, 200)
    }).pipe(Effect.provide(service({}, { seed: { projects } })))
  })

  it.effect("refuses every proof that is not its own", () =>
    Effect.gen(function* () {
      const solution = yield* solve()
      const { number, salt } = solution
      const altered = [
        { ...solution, number: number + 1 },
        { ...solution, number: String(number) },
        { ...solution, number: -1 },
        { ...solution, number: 0.5 },
        { ...solution, number: null },
        { ...solution, algorithm: "SHA-1" },
        { ...solution, algorithm: "sha-256" },
        { ...solution, challenge: "0".repeat(64) },
        { ...solution, challenge: solution.challenge.toUpperCase() },
        { ...solution, signature: "0".repeat(64) },
        { ...solution, signature: "" },
        { ...solution, salt: salt.replace("expires=", "expires=9") },
        { ...solution, salt: salt.replace("&", "") },
        { ...solution, salt: `${salt}${number}&`, number: 0 },
        // The digits of the number moved into the time.
        { ...solution, salt: `${salt.slice(0, -1)}${number}`, number: 0 },
        { algorithm: solution.algorithm },
        [solution],
        "text",
        null,
        {}
      ]
      for (const proof of altered) {
        assert.strictEqual(
          outcomeOf(yield* signUpWith("new@example.com", encode(proof))),
          INVALID,
          JSON.stringify(proof)
        )
      }
      const valid = encode(solution)
      const texts = [
        "not base64!",
        "e30=",
        "bnVsbA==",
        "[]",
        `${valid.slice(0, 40)} ${valid.slice(40)}`,
        "A".repeat(4096)
      ]
      for (const text of texts) {
        assert.strictEqual(outcomeOf(yield* signUpWith("new@example.com", text)), INVALID, text.slice(0, 100))
      }
      for (const value of [null, {}, ["a"], "A".repeat(4097)]) {
        assert.strictEqual(outcomeOf(yield* signUpWith("new@example.com", value)), "400 SCHEMA_ERROR", typeof value)
      }
      // None of them used it up.
      assert.strictEqual((yield* signUpWith("new@example.com", valid)).status, 200)
    }).pipe(Effect.provide(withProofOfWork()))
  )

  it.effect("limits the requests for challenges by address", () =>
    Effect.gen(function* () {
      const statuses = yield* Effect.all(Array.from({ length: 3 }, () => askChallenge()))
      assert.deepStrictEqual(
        statuses.map(({ status }) => status),
        [200, 200, 429]
      )
      assert.isDefined(statuses[2]?.headers["retry-after"])
      assert.strictEqual((yield* askChallenge(asServer)).status, 200)
    }).pipe(Effect.provide(withProofOfWork({}, { limits: { requests: { perAddress: { burst: 2, perMinute: 1 } } } })))
  )
})

describe("the setting", () => {
  it.effect("is changed and removed by the owner, and malformed ones are refused", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* change({ type: "proof-of-work" })).status, 200)
      assert.include((yield* project(asAdmin)).text, '"sign_up_proof":{"type":"proof-of-work"}')
      assert.strictEqual(outcomeOf(yield* signUpWith("new@example.com")), REQUIRED)
      for (const refused of [
        { type: "proof-of-work", difficulty: 999 },
        { type: "proof-of-work", difficulty: 10_000_001 },
        { type: "turnstile", site_key: "0x4" },
        { type: "turnstile", site_key: "", secret_key: "0x4" },
        { type: "captcha" },
        {},
        "proof-of-work",
        true
      ]) {
        assert.strictEqual(outcomeOf(yield* change(refused)), "400 SCHEMA_ERROR", JSON.stringify(refused))
      }
      assert.strictEqual((yield* change({ type: "proof-of-work", difficulty: 5000 })).status, 200)
      assert.include((yield* askChallenge()).text, '"maxnumber":5000')
      assert.strictEqual((yield* change(null)).status, 200)
      assert.notInclude((yield* project(asAdmin)).text, "sign_up_proof")
      assert.strictEqual((yield* signUpWith("new@example.com")).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("has a default difficulty", () =>
    Effect.gen(function* () {
      assert.include((yield* askChallenge()).text, '"maxnumber":200000')
    }).pipe(Effect.provide(withProofOfWork({ signUpProof: { type: "proof-of-work" } })))
  )
})

describe("the check of a program that embeds the service", () => {
  const custom = { signUpProof: { type: "custom" } } as const
  const withCheck = Layer.succeed(SignUpCheck, {
    challenge: (projectId) => Effect.succeed({ question: projectId }),
    verify: ({ email, projectId, proof }) =>
      proof === "busy"
        ? new SignUpCheckUnavailable({ problem: "the check is busy" })
        : Effect.succeed(proof === `${projectId} ${email}`)
  })

  it.effect("decides about sign-ups, and has a challenge of its own", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* askChallenge()).json, { type: "custom", challenge: { question: PROJECT_ID } })
      assert.strictEqual(outcomeOf(yield* signUpWith("new@example.com")), REQUIRED)
      assert.strictEqual(outcomeOf(yield* signUpWith("new@example.com", "wrong")), INVALID)
      assert.strictEqual((yield* signUpWith("new@example.com", `${PROJECT_ID} new@example.com`)).status, 200)
      const unavailable = yield* sendCodeWith("other@example.com", "busy")
      assert.deepStrictEqual([unavailable.status, unavailable.headers["retry-after"]], [503, "5"])
      assert.notInclude(unavailable.text, "busy")
    }).pipe(Effect.provide(embedding(withCheck, custom)))
  )

  it.effect("is missing in another service, which creates no users then", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* askChallenge()).json, { type: "custom" })
      const refused = yield* signUpWith("new@example.com", "a proof")
      assert.deepStrictEqual([refused.status, refused.headers["retry-after"]], [503, "5"])
    }).pipe(Effect.provide(withProofOfWork(custom)))
  )
})
