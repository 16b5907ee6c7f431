/** Every known error that a sign-in call declares is decoded as its class, or handled by the call. */
import { describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as CommandLineApi from "../../../core/api/command-line.ts"
import * as EmailVerificationApi from "../../../core/api/contact-channels/verification.ts"
import * as MfaApi from "../../../core/api/mfa.ts"
import * as OtpApi from "../../../core/api/otp.ts"
import * as OwnUserApi from "../../../core/api/users/me.ts"
import * as PasskeyApi from "../../../core/api/passkey.ts"
import * as PasswordApi from "../../../core/api/password/index.ts"
import * as ProjectApi from "../../../core/api/projects/current.ts"
import * as SessionsApi from "../../../core/api/sessions/current.ts"
import type { AnyKnownError } from "../../../core/errors/known-error.ts"
import { refresh } from "../../../core/api/oauth/refresh.ts"
import { RequestError } from "../../../core/errors/request-error.ts"
import { WebAuthn } from "../../../core/passkey/web-authn.ts"
import * as Client from "../../../tiers/client.ts"
import { jwt } from "../../core/calling.ts"
import { ok, scripted } from "../../core/scripted-transport.ts"
import { type ErrorBody, refusal, testDeclaredErrors } from "../declared-errors.ts"

interface SentCall {
  readonly method: string
  readonly path: string
  readonly errors: ReadonlyArray<AnyKnownError>
}

interface WireErrorCase {
  readonly sends: SentCall
  readonly make: (client: Client.ClientCalls) => Effect.Effect<unknown, unknown>
  /** The result of the call for codes that are no failure of it. */
  readonly handled?: Readonly<Record<string, unknown>>
  /** Set for requests that other calls cause: their errors are inside of a `RequestError`. */
  readonly inside?: true
}

const code = "0".repeat(45)
const email = "ada@example.com"
const password = "correct horse"
const callbackUrl = "http://localhost:3000/callback"
const hostname = "localhost"

const calls: Readonly<Record<string, WireErrorCase>> = {
  signInWithCredential: {
    sends: PasswordApi.signIn,
    make: (client) => client.signInWithCredential({ email, password })
  },
  signUpWithCredential: {
    sends: PasswordApi.signUp,
    make: (client) =>
      client.signUpWithCredential({ email, password, verificationCallbackUrl: callbackUrl, signUpProof: "proof" })
  },
  sendMagicLinkEmail: {
    sends: OtpApi.sendSignInCode,
    make: (client) => client.sendMagicLinkEmail(email, { callbackUrl, signUpProof: "proof" })
  },
  signInOnCommandLine: {
    sends: CommandLineApi.start,
    make: (client) => client.signInOnCommandLine({ appUrl: "https://app.keystile.test", showUrl: () => Effect.void })
  },
  getCommandLineSignIn: { sends: CommandLineApi.complete, make: (client) => client.getCommandLineSignIn(code) },
  approveCommandLineSignIn: { sends: CommandLineApi.complete, make: (client) => client.approveCommandLineSignIn(code) },
  denyCommandLineSignIn: { sends: CommandLineApi.deny, make: (client) => client.denyCommandLineSignIn(code) },
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

/** A client whose one endpoint responds with this error. Passkey ceremonies begin. */
const clientRefusedWith = ({ method, path }: SentCall, body: ErrorBody, actual: number) =>
  Client.layerNoDeps({
    projectId: "11111111-1111-4111-8111-111111111111",
    publishableClientKey: "pck_test",
    baseUrl: "https://api.keystile.test",
    tokenStore: { accessToken: jwt({ exp: 4e9 }), refreshToken: "refresh-token" }
  }).pipe(
    Layer.provide(
      scripted((request) =>
        request.method === method && request.url.endsWith(path) ? refusal(body, actual) : ok(asked)
      ).layer
    )
  )

/** Returns the known error inside of a `RequestError`. */
const refusedError = (failure: unknown) =>
  failure instanceof RequestError && failure.reason._tag === "Refused" ? failure.reason.error : failure

describe.each(Object.entries(calls))("%s", (_, { handled = {}, inside, make, sends }) =>
  testDeclaredErrors(
    sends,
    (body, actual) =>
      Client.Client.pipe(
        Effect.flatMap(make),
        Effect.provideService(WebAuthn, ceremonies),
        Effect.provide(clientRefusedWith(sends, body, actual))
      ),
    { handled, runs: 3, ...(inside && { inside: refusedError }) }
  )
)
