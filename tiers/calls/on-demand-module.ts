/**
 * The calls of the client tier that are loaded when one of them is first made. One module holds all of them: with a
 * second one bundlers move what the two share into a chunk of its own, which costs every page 4 kB.
 */
export { clientErrors } from "../../core/errors/common-errors.ts"
export * as RequestStore from "../../core/session/token-store-request.ts"
export { connectAccountCalls } from "./connect-account.ts"
export { connectedAccountCalls } from "./connected-accounts.ts"
export { contactChannelCalls } from "./contact-channels.ts"
export { invitationCodeCalls } from "./invitation-codes.ts"
export { ownedProjectCalls } from "./owned-projects.ts"
export { permissionCalls } from "./permissions.ts"
export { signUpCalls } from "./sign-up.ts"
export { teamCalls } from "./teams.ts"
export { userCalls } from "./user.ts"
export { finishOAuth, nothingToDo, readErrorPage, signInMethods } from "./sign-in-methods.ts"
