/** The functions of `@simplewebauthn/browser` that are used. Bundlers drop the others. */
export { startAuthentication, startRegistration, WebAuthnAbortService } from "@simplewebauthn/browser"
