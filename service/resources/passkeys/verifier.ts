/**
 * The functions of `@simplewebauthn/server` that the service uses: a module of its own, which the build bundles with
 * the library.
 */
export { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server"
export { decodeAttestationObject } from "@simplewebauthn/server/helpers"
