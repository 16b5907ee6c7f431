/** Every known error that a sign-in call declares is decoded as its class, or handled by the call. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import * as EmailVerificationApi from "../../../core/api/contact-channels/verification.ts"
import * as MfaApi from "../../../core/api/mfa.ts"
import * as OtpApi from "../../../core/api/otp.ts"
import * as OwnUserApi from "../../../core/api/users/me.ts"
import * as PasskeyApi from "../../../core/api/passkey.ts"
import * as PasswordApi from "../../../core/api/password/index.ts"
import * as ProjectApi from "../../../core/api/projects/current.ts"
import * as SessionsApi from "../../../core/api/sessions.ts"
import { errorBody, type AnyKnownError } from "../../../core/errors/known-error.ts"
import { refresh } from "../../../core/api/oauth/refresh.ts"
import { RequestError } from "../../../core/errors/request-error.ts"
import { WebAuthn } from "../../../core/passkey/web-authn.ts"
import * as Client from "../../../tiers/client.ts"
import { jwt } from "../../core/calling.ts"
import { cases } from "../../core/errors/catalogue.ts"
import { ok, scripted, status } from "../../core/scripted-transport.ts"
import { arbitraryOf } from "../../../testing/arbitraries.ts"

interface Sends {
  readonly method: string
  readonly path: string
  readonly errors: ReadonlyArray<AnyKnownError>
}

interface One {
  readonly sends: Sends
  readonly make: (client: Client.ClientCalls) => Effect.Effect<unknown, unknown>
  /** What a code comes to here, where it is no failure. */
  readonly handled?: Readonly<Record<string, unknown>>
  /** Whether what it fails with is carried inside of a `RequestError`: the caller did not ask for this call. */
  readonly inside?: true
}

const code = "0".repeat(45)
const email = "ada@example.com"
const password = "correct horse"
const callbackUrl = "http://localhost:3000/callback"
const hostname = "localhost"

const calls: Readonly<Record<string, One>> = {
  signInWithCredential: {
    sends: PasswordApi.signIn,
    make: (client) => client.signInWithCredential({ email, password })
  },
  signUpWithCredential: {
    sends: PasswordApi.signUp,
    make: (client) => client.signUpWithCredential({ email, password, verificationCallbackUrl: callbackUrl })
  },
  sendMagicLinkEmail: {
    sends: OtpApi.sendSignInCode,
    make: (client) => client.sendMagicLinkEmail(email, { callbackUrl })
  },
  signInWithMagicLink: { sends: OtpApi.signIn, make: (client) => client.signInWithMagicLink(code) },
  completeMultiFactor: {
    sends: MfaApi.signIn,
    make: (client) => client.completeMultiFactor({ attemptCode: code, totp: "123456" })
  },
  sendForgotPasswordEmail: {
    sends: PasswordApi.sendResetCode,
    make: (client) => client.sendForgotPasswordEmail(email, { callbackUrl }),
    handled: { USER_NOT_FOUND: undefined }
  },
  verifyPasswordResetCode: {
    sends: PasswordApi.checkResetCode,
    make: (client) => client.verifyPasswordResetCode(code)
  },
  resetPassword: { sends: PasswordApi.reset, make: (client) => client.resetPassword({ code, password }) },
  verifyEmail: { sends: EmailVerificationApi.verify, make: (client) => client.verifyEmail(code) },
  "signInWithPasskey, asking": {
    sends: PasskeyApi.initiateAuthentication,
    make: (client) => client.signInWithPasskey({ hostname })
  },
  signInWithPasskey: { sends: PasskeyApi.signIn, make: (client) => client.signInWithPasskey({ hostname }) },
  "registerPasskey, asking": {
    sends: PasskeyApi.initiateRegistration,
    make: (client) => client.registerPasskey({ hostname })
  },
  registerPasskey: { sends: PasskeyApi.register, make: (client) => client.registerPasskey({ hostname }) },
  getUser: {
    sends: OwnUserApi.getMe,
    make: (client) => client.getUser,
    handled: { CANNOT_GET_OWN_USER_WITHOUT_USER: null }
  },
  getProject: { sends: ProjectApi.getProject, make: (client) => client.getProject },
  signOut: {
    sends: SessionsApi.signOut,
    make: (client) => client.signOut,
    handled: { REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: undefined }
  },
  refreshing: {
    sends: refresh,
    make: (client) =>
      Effect.flatMap(
        Effect.orDie(client.withTokenStore({ accessToken: null, refreshToken: "old" })),
        ({ getUser }) => getUser
      ),
    handled: { REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: null, PROVIDER_REJECTED: null },
    inside: true
  }
}

const asked = {
  code,
  options_json: {
    challenge: "YQ",
    rpId: "THIS_VALUE_WILL_BE_REPLACED.example.com",
    rp: { id: "THIS_VALUE_WILL_BE_REPLACED.example.com", name: "Test" },
    user: { id: "YQ", name: "ada", displayName: "Ada" },
    pubKeyCredParams: []
  }
}
const ceremony = Effect.succeed({})
const ceremonies = { create: () => ceremony, get: () => ceremony }

/** A client to which the one endpoint says this; ceremonies begin, and nothing else is asked. */
const over = ({ method, path }: Sends, body: { readonly code: string }, actual: number) =>
  Client.layerNoDeps({
    projectId: "11111111-1111-4111-8111-111111111111",
    publishableClientKey: "pck_test",
    baseUrl: "https://api.keystile.test",
    tokenStore: { accessToken: jwt({ exp: 4e9 }), refreshToken: "refresh-token" }
  }).pipe(
    Layer.provide(
      scripted((request) =>
        request.method === method && request.url.endsWith(path)
          ? status(200, { "x-stack-actual-status": String(actual), "x-stack-known-error": body.code }, body)
          : ok(asked)
      ).layer
    )
  )

describe.each(Object.entries(calls))("%s", (_, { handled = {}, inside, make, sends }) => {
  const declared = cases.filter(({ entry }) => sends.errors.some((error) => error.code === entry.code))
  for (const { entry, known } of declared) {
    const isHandled = entry.code in handled
    const title = isHandled ? `takes ${entry.code} for an answer` : `fails with ${entry.name}`
    it.effect.prop(
      title,
      [arbitraryOf(known)],
      ([error]) =>
        Effect.gen(function* () {
          const body = yield* Schema.encodeEffect(errorBody(known))(error)
          const outcome = yield* Effect.result(
            Client.Client.pipe(
              Effect.flatMap(make),
              Effect.provideService(WebAuthn, ceremonies),
              Effect.provide(over(sends, body, known.status))
            )
          )
          if (isHandled) return assert.deepInclude(outcome, { _tag: "Success", success: handled[entry.code] })
          const thrown = outcome._tag === "Failure" ? outcome.failure : outcome
          const failure =
            inside && thrown instanceof RequestError && thrown.reason._tag === "Refused" ? thrown.reason.error : thrown
          assert.instanceOf(failure, known)
          assert.strictEqual(JSON.stringify(failure), JSON.stringify(error))
        }),
      { arbitrary: { runs: 3 } }
    )
  }
})
