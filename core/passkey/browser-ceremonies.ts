/** What the ceremonies need of their library: a file of its own, so that a bundler leaves out the rest. */
export { startAuthentication, startRegistration, WebAuthnAbortService } from "@simplewebauthn/browser"
