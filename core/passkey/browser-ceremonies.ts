/**
 * The functions of `@simplewebauthn/browser` that are used: a module of its own, which the build bundles with the
 * library.
 */
export { startAuthentication, startRegistration, WebAuthnAbortService } from "@simplewebauthn/browser"
