/**
 * Handles the registration of passkeys and sign-in with them.
 *
 * Each ceremony has two requests. The first returns a challenge and a code. The second sends the response of the
 * authenticator and uses up the code, so that no challenge is accepted twice.
 */
import { Clock, Effect, type Redacted, Schema } from "effect"
import { initiateAuthentication, initiateRegistration, register, signIn } from "../../../core/api/passkey.ts"
import {
  PasskeyAuthenticationFailed,
  PasskeyAuthenticationNotEnabled,
  PasskeyRegistrationFailed
} from "../../../core/errors/passkey.ts"
import { SchemaError } from "../../../core/errors/protocol.ts"
import { VerificationCodeNotFound } from "../../../core/errors/verification-code.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { caller } from "../../request/caller.ts"
import { checkLimit } from "../../validation/check-limit.ts"
import { implement } from "../../endpoint/implement.ts"
import type { ReceivedRequest } from "../../request/received-request.ts"
import { ProjectStore } from "../projects/project-store.ts"
import type { ProjectRecord } from "../../sql/records/project-record.ts"
import { startSession } from "../sessions/start-session.ts"
import { inSessionTransaction } from "../sessions/in-session-transaction.ts"
import { passkeyListHandlers } from "./passkey-list-handlers.ts"
import { PasskeyStore } from "./passkey-store.ts"
import { passkeyLimit, savePasskey } from "./save-passkey.ts"
import { UserStore } from "../users/user-store.ts"
import { inSignInTransaction } from "../mfa/in-sign-in-transaction.ts"
import { requireSecondFactor } from "../mfa/require-second-factor.ts"
import { issueCode, spendCode } from "../verification-codes/verification-codes.ts"
import { creationOptions, newChallenge, requestOptions, userHandleOf } from "./ceremony.ts"
import { isNativeApp, readClientData, relyingPartiesOf } from "./client-data.ts"
import {
  NotVerified,
  readAuthentication,
  readRegistration,
  verifyAuthentication,
  verifyRegistration
} from "./verify.ts"

const Challenge = Schema.Struct({
  challenge: Schema.String,
  /** True for a registration that leaves the user's other passkeys. */
  adds: Schema.optionalKey(Schema.Boolean)
})
const readChallenge = (data: Schema.Json) => Effect.orDie(Schema.decodeUnknownEffect(Challenge)(data))

const requireEnabled = (project: ProjectRecord) =>
  project.passkeyEnabled ? Effect.void : Effect.fail(new PasskeyAuthenticationNotEnabled())

/** Returns the signed-in user. The user may have been deleted since the authentication of the request. */
const currentUser = Effect.gen(function* () {
  const { project, userId } = yield* caller
  const user = userId === null ? null : yield* (yield* UserStore).find(project.id, userId)
  return user ?? (yield* new SchemaError({ explanation: "auth.user: Missing" }))
})

/** Returns the expected origin and relying parties of a ceremony, if the project trusts its origin. */
const expectationOf = Effect.fnUntraced(function* (project: ProjectRecord, clientDataJson: string, challenge: string) {
  const clientData = readClientData(clientDataJson)
  if (clientData === null) return yield* new NotVerified()
  const { crossOrigin, origin } = clientData
  const projects = yield* ProjectStore
  const domains = yield* projects.domains(project.id)
  const trusted = {
    allowLocalhost: project.allowLocalhost,
    domains: domains.map(({ domain }) => domain),
    nativeApps: isNativeApp(origin) ? yield* projects.nativeAppOrigins(project.id) : []
  }
  const relyingParties = crossOrigin === true ? [] : relyingPartiesOf(origin, trusted)
  if (relyingParties.length === 0) {
    return yield* new PasskeyAuthenticationFailed({
      message: isNativeApp(origin)
        ? "Passkeys do not work in this app: its origin is none of the project's native apps, or the project has no " +
          "trusted https domain."
        : "Passkeys do not work on this page: its origin is none of the project's trusted domains."
    })
  }
  return { challenge, origin, relyingParties }
})

const spendChallenge = (
  projectId: string,
  kind: "passkey_registration" | "passkey_authentication",
  code: Redacted.Redacted<string>,
  ownerId: string | null = null
) =>
  spendCode(projectId, kind, code, ({ userId }) =>
    userId === ownerId ? Effect.void : Effect.fail(new VerificationCodeNotFound())
  ).pipe(Effect.flatMap(({ data }) => readChallenge(data)))

/** Ignores the body of the first request of a ceremony. */
const withoutBody = (received: ReceivedRequest) => Effect.succeed({ ...received, body: {} })

/** Ignores everything in the body but `add: true`, which only clients with the extension send. */
const withAddOnly = (received: ReceivedRequest) =>
  Effect.succeed({ ...received, body: isAddition(received.body) ? { add: true } : {} })

const isAddition = (body: unknown) => typeof body === "object" && body !== null && "add" in body && body.add === true

export { layer } from "./passkey-store.ts"

export const handlers = [
  implement(
    initiateRegistration,
    Effect.fnUntraced(function* ({ body: { add } }) {
      const { project } = yield* caller
      yield* requireEnabled(project)
      const user = yield* currentUser
      // A replaced passkey may be on the same authenticator, so that only an addition excludes the existing ones.
      const others = add ? yield* (yield* PasskeyStore).list(project.id, user.id) : []
      yield* checkLimit(others.length, passkeyLimit)
      const challenge = newChallenge()
      const data = { challenge, ...(add && { adds: true }) }
      const { code } = yield* issueCode({ projectId: project.id, userId: user.id, kind: "passkey_registration", data })
      const excluded = others.map(({ credentialId }) => credentialId)
      return { optionsJson: creationOptions(project.displayName, user, challenge, excluded), code, ...(add && { add }) }
    }),
    { prepare: withAddOnly }
  ),

  implement(
    register,
    Effect.fnUntraced(
      function* ({ body: { code, credential: given, name } }) {
        const { project } = yield* caller
        const user = yield* currentUser
        const { adds = false, challenge } = yield* spendChallenge(project.id, "passkey_registration", code, user.id)
        yield* requireEnabled(project)
        const registration = yield* readRegistration(given)
        const expected = yield* expectationOf(project, registration.response.clientDataJSON, challenge)
        const credential = yield* verifyRegistration(registration, expected)
        yield* inSessionTransaction(
          Effect.gen(function* () {
            // Read again: the user may have been deleted during the verification.
            yield* currentUser
            yield* savePasskey({ projectId: project.id, userId: user.id, credential, name, adds })
          })
        )
        return { userHandle: credential.credentialId }
      },
      Effect.catchTags({
        NotVerified: () =>
          Effect.fail(new PasskeyRegistrationFailed({ message: "This is not what the authenticator was asked for." })),
        UniqueViolation: () =>
          Effect.fail(new PasskeyRegistrationFailed({ message: "This passkey belongs to another account." }))
      })
    )
  ),

  implement(
    initiateAuthentication,
    Effect.fnUntraced(function* () {
      const { project } = yield* caller
      yield* requireEnabled(project)
      const challenge = newChallenge()
      const kind = "passkey_authentication"
      const { code } = yield* issueCode({ projectId: project.id, kind, data: { challenge } })
      return { optionsJson: requestOptions(challenge), code }
    }),
    { prepare: withoutBody }
  ),

  implement(
    signIn,
    Effect.fnUntraced(
      function* ({ body: { authenticationResponse, code } }) {
        const { project } = yield* caller
        const { challenge } = yield* spendChallenge(project.id, "passkey_authentication", code)
        yield* requireEnabled(project)
        const authentication = yield* readAuthentication(authenticationResponse)
        const passkeys = yield* PasskeyStore
        const passkey = yield* passkeys.find(project.id, authentication.id)
        if (passkey === null)
          return yield* new PasskeyAuthenticationFailed({ message: "This passkey is not known here." })
        yield* noteTargets({ user_id: passkey.userId })
        const expected = yield* expectationOf(project, authentication.response.clientDataJSON, challenge)
        const state = yield* verifyAuthentication(authentication, passkey, expected)
        // The user was not identified before, so the user handle is required (section 7.2, step 6).
        const isOwner = authentication.response.userHandle === userHandleOf(passkey.userId)
        const { credentialId } = passkey
        const session = yield* inSignInTransaction(
          Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            // The counter is compared again in the UPDATE, because concurrent requests may have the same one.
            const user =
              isOwner && (yield* passkeys.recordUse(project.id, credentialId, state, now))
                ? yield* (yield* UserStore).find(project.id, passkey.userId)
                : null
            if (user === null) return yield* new PasskeyAuthenticationFailed()
            yield* requireSecondFactor(user)
            return yield* startSession(project.id, user.id)
          })
        )
        return { ...session, isNewUser: false }
      },
      Effect.catchTag("NotVerified", () => Effect.fail(new PasskeyAuthenticationFailed()))
    )
  ),

  ...passkeyListHandlers
]
