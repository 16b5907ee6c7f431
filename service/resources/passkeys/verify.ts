/**
 * Verifies the responses of authenticators (WebAuthn Level 3, section 7) with `@simplewebauthn/server`.
 *
 * The library is large and few services need it, so it is loaded with the first response.
 */
import { Data, Effect, Schema } from "effect"
import type { AuthenticatorState, PasskeyRecord } from "./passkey-store.ts"
import type { PasskeyCredential } from "./save-passkey.ts"
import { algorithms } from "./ceremony.ts"

/** The response does not match the expected values, or its signature is wrong. */
export class NotVerified extends Data.TaggedError("NotVerified")<{}> {}

/** An id of at most 1023 bytes in base64url (section 4). */
const CredentialId = Schema.String.check(Schema.isPattern(/^[\w-]{1,1364}$/u))

const credentialFields = {
  id: CredentialId,
  rawId: CredentialId,
  type: Schema.Literal("public-key"),
  clientExtensionResults: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
}

/** The used fields of a `RegistrationResponseJSON`. */
const RegistrationResponse = Schema.Struct({
  ...credentialFields,
  response: Schema.Struct({ clientDataJSON: Schema.String, attestationObject: Schema.String })
})
type RegistrationResponse = typeof RegistrationResponse.Type

/** The used fields of an `AuthenticationResponseJSON`. */
const AuthenticationResponse = Schema.Struct({
  ...credentialFields,
  response: Schema.Struct({
    clientDataJSON: Schema.String,
    authenticatorData: Schema.String,
    signature: Schema.String,
    userHandle: Schema.optionalKey(Schema.NullOr(Schema.String))
  })
})
type AuthenticationResponse = typeof AuthenticationResponse.Type

const orNotVerified = Effect.mapError(() => new NotVerified())

export const readRegistration = (credential: Schema.Json) =>
  orNotVerified(Schema.decodeUnknownEffect(RegistrationResponse)(credential))

export const readAuthentication = (response: Schema.Json) =>
  orNotVerified(Schema.decodeUnknownEffect(AuthenticationResponse)(response))

/** The expected values of a response. */
interface Expectation {
  readonly challenge: string
  readonly origin: string
  /** One of these. */
  readonly relyingParties: ReadonlyArray<string>
}

/** Loads the library. A failed import is a defect of the service, not a response that cannot be verified. */
const loadVerifier = Effect.promise(() => import("./verifier.ts"))

type Verifier = Effect.Success<typeof loadVerifier>

const attempt = <A>(check: () => Promise<A>): Effect.Effect<A, NotVerified> =>
  Effect.tryPromise({ try: check, catch: () => new NotVerified() })

/** Verifies a registration and returns the new key. User verification is preferred, not required. */
export const verifyRegistration = Effect.fnUntraced(function* (
  registration: RegistrationResponse,
  expected: Expectation
) {
  const verifier = yield* loadVerifier
  const { registrationInfo } = yield* attempt(async () => {
    refuseCertificates(verifier, registration.response.attestationObject)
    return verifier.verifyRegistrationResponse({
      response: { ...registration, clientExtensionResults: {} },
      expectedType: "webauthn.create",
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: [...expected.relyingParties],
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms
    })
  })
  // The id outside of the authenticator data has to equal the one in it.
  if (registrationInfo === undefined || registrationInfo.credential.id !== registration.id)
    return yield* new NotVerified()
  const { counter, id, publicKey } = registrationInfo.credential
  const credential: PasskeyCredential = {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    aaguid: registrationInfo.aaguid,
    ...stateOf(counter, registrationInfo)
  }
  return credential
})

interface BackupFlags {
  readonly credentialDeviceType: "singleDevice" | "multiDevice"
  readonly credentialBackedUp: boolean
}

const stateOf = (counter: number, flags: BackupFlags): AuthenticatorState => ({
  counter,
  isBackupEligible: flags.credentialDeviceType === "multiDevice",
  isBackedUp: flags.credentialBackedUp
})

/**
 * Refuses attestation with certificates, because their verification would fetch URLs from the response. Attestation is
 * not requested, so browsers send none or self attestation (section 5.1.3, step 24).
 */
const refuseCertificates = ({ decodeAttestationObject }: Verifier, attestationObject: string) => {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")))
  const format = decoded.get("fmt")
  const isSelfSigned = format === "packed" && decoded.get("attStmt").get("x5c") === undefined
  if (format !== "none" && !isSelfSigned) throw new NotVerified()
}

/**
 * Verifies the signature of a sign-in, that its counter has increased, and that the authenticator still reports whether
 * it may make copies (section 7.2). Returns the new state.
 */
export const verifyAuthentication = Effect.fnUntraced(function* (
  authentication: AuthenticationResponse,
  passkey: PasskeyRecord,
  expected: Expectation
) {
  const { verifyAuthenticationResponse } = yield* loadVerifier
  const { authenticationInfo, verified } = yield* attempt(() => {
    const { authenticatorData, clientDataJSON, signature } = authentication.response
    return verifyAuthenticationResponse({
      response: {
        ...authentication,
        clientExtensionResults: {},
        response: { authenticatorData, clientDataJSON, signature }
      },
      expectedType: "webauthn.get",
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: [...expected.relyingParties],
      requireUserVerification: false,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter
      }
    })
  })
  const state = stateOf(authenticationInfo.newCounter, authenticationInfo)
  const isSameKind = passkey.isBackupEligible === null || passkey.isBackupEligible === state.isBackupEligible
  return verified && isSameKind ? state : yield* new NotVerified()
})
