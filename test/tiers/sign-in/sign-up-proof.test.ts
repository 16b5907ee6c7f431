/** Sign-up through the client when the project requires a proof. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SignUpProofFailed } from "../../../core/errors/local-errors.ts"
import { RequestError } from "../../../core/errors/request-error.ts"
import * as Client from "../../../tiers/client.ts"
import type * as Testing from "../../../testing/index.ts"
import { ok, scripted } from "../../core/scripted-transport.ts"
import { callbackUrl, requests, sent, signInService } from "./fixture.ts"

const CHALLENGE = "GET /api/v1/auth/sign-up-proof/challenge"
const SIGN_UP = "POST /api/v1/auth/password/sign-up"
const SEND_CODE = "POST /api/v1/auth/otp/send-sign-in-code"

const newUser = { email: "new@example.com", password: "a good password", verificationCallbackUrl: callbackUrl }

type Proof = NonNullable<NonNullable<Testing.ProjectInput["config"]>["signUpProof"]>

const makeProject = (signUpProof: Proof, client: Testing.TestingOptions["client"] = {}) =>
  Effect.provide(signInService({ config: { signUpProof }, client }))

const easy = { type: "proof-of-work", difficulty: 1000 } as const
const turnstile = { type: "turnstile", siteKey: "the-site-key", secretKey: "the-secret-key" } as const

describe("sign-up with a proof of work", () => {
  it.effect("solves a challenge when the service requires it", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signUpWithCredential(newUser)
      assert.strictEqual((yield* client.getUser)?.primaryEmail, newUser.email)
      assert.deepStrictEqual([yield* sent(SIGN_UP), yield* sent(CHALLENGE)], [2, 1])
      yield* client.sendMagicLinkEmail("other@example.com", { callbackUrl })
      assert.deepStrictEqual([yield* sent(SEND_CODE), yield* sent(CHALLENGE)], [2, 2])
    }).pipe(makeProject(easy))
  )

  it.effect("sends a proof that was made in advance with the first request", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const made = yield* client.makeSignUpProof()
      assert.strictEqual(made?.expiresAt?.getTime(), 600_000)
      yield* client.signUpWithCredential({ ...newUser, signUpProof: made?.proof })
      assert.deepStrictEqual([yield* sent(SIGN_UP), yield* sent(CHALLENGE)], [1, 1])
    }).pipe(makeProject(easy))
  )

  it.effect("fails with a given proof that is not accepted, and makes no other", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      const failures = [
        yield* Effect.flip(client.signUpWithCredential({ ...newUser, signUpProof: "wrong" })),
        yield* Effect.flip(client.sendMagicLinkEmail("other@example.com", { callbackUrl, signUpProof: "wrong" }))
      ]
      assert.deepStrictEqual(
        failures.map(({ _tag }) => _tag),
        ["SignUpProofInvalid", "SignUpProofInvalid"]
      )
      assert.strictEqual(yield* sent(CHALLENGE), 0)
    }).pipe(makeProject(easy))
  )

  it.effect("fails with the field of a challenge that breaks the protocol as the cause", () => {
    const { layer } = scripted(ok({ type: "proof-of-work", challenge: { algorithm: "MD5" } }))
    const options = { projectId: "internal", publishableClientKey: "pck_1", tokenStore: "memory" } as const
    return Effect.gen(function* () {
      const client = yield* Client.Client
      const failure = yield* Effect.flip(client.makeSignUpProof())
      assert.instanceOf(failure, SignUpProofFailed)
      assert.instanceOf(failure.cause, RequestError)
      assert.include(
        failure.cause.message,
        "GET /auth/sign-up-proof/challenge: the response is not what this call declares"
      )
      assert.include(failure.cause.message, '["algorithm"]')
    }).pipe(Effect.provide(Layer.provide(Client.layerNoDeps(options), layer)))
  })
})

describe("sign-up with another proof", () => {
  it.effect("fails without one, and without a solver for it", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      assert.strictEqual((yield* Effect.flip(client.signUpWithCredential(newUser)))._tag, "SignUpProofRequired")
      assert.strictEqual((yield* Effect.flip(client.makeSignUpProof()))._tag, "SignUpProofRequired")
    }).pipe(makeProject(turnstile))
  )

  it.effect("calls the solver of the client with the site key of the project", () => {
    const asked: Array<Client.SignUpChallenge> = []
    const signUpProof = async (challenge: Client.SignUpChallenge) => {
      asked.push(challenge)
      return "a token"
    }
    return Effect.gen(function* () {
      const client = yield* Client.Client
      assert.deepStrictEqual(yield* client.makeSignUpProof(), { proof: "a token" })
      assert.deepStrictEqual(asked, [{ type: "turnstile", siteKey: "the-site-key" }])
    }).pipe(makeProject(turnstile, { signUpProof }))
  })

  it.effect("fails with the error of the solver as the cause", () => {
    const cause = new Error("the widget was closed")
    return Effect.gen(function* () {
      const client = yield* Client.Client
      const failure = yield* Effect.flip(client.signUpWithCredential(newUser))
      assert.instanceOf(failure, SignUpProofFailed)
      assert.strictEqual(failure.cause, cause)
    }).pipe(makeProject(turnstile, { signUpProof: () => Promise.reject(cause) }))
  })
})

describe("sign-up without a proof", () => {
  it.effect("sends one request", () =>
    Effect.gen(function* () {
      const client = yield* Client.Client
      yield* client.signUpWithCredential(newUser)
      assert.deepStrictEqual([yield* sent(SIGN_UP), yield* requests], [1, 1])
      assert.isNull(yield* client.makeSignUpProof())
    }).pipe(makeProject({ type: "none" }))
  )
})
