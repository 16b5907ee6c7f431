/**
 * The code of the client tier that is loaded on demand. One module holds all of it: with a second one, bundlers move
 * the modules that the two share into a chunk that every page loads, which costs 4 kB.
 */
export { clientErrors } from "../../core/errors/client-errors.ts"
export * as RequestStore from "../../core/session/token-store-request.ts"
export { finishOAuth, noCallback, readErrorPage, signInMethods } from "./sign-in-methods.ts"
export { anonymousCalls } from "./anonymous.ts"
export { signUpCalls } from "./sign-up.ts"
export { signedInCalls } from "./signed-in.ts"
