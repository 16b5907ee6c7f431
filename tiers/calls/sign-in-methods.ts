/**
 * The code of the other ways to sign in, which loads as one: what two parts have in common, bundlers put into a third one,
 * and there they no longer see what nobody uses. In six parts the page itself grew by 3 kB.
 */
import { type MagicLinkCalls, magicLinkCalls } from "./magic-link.ts"
import { type MultiFactorCalls, multiFactorCalls } from "./multi-factor.ts"
import { type OAuthCalls, oauthCalls } from "./oauth.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import { type PasskeyCalls, passkeyCalls } from "./passkey.ts"
import { type PasswordResetCalls, passwordResetCalls } from "./password-reset.ts"

export { finishOAuth, nothingToDo, readErrorPage } from "./oauth-callback.ts"

/** The calls that take plain data. */
export interface SignInMethods extends MagicLinkCalls, MultiFactorCalls, OAuthCalls, PasskeyCalls, PasswordResetCalls {}

export const signInMethods = (dependencies: CallDependencies): SignInMethods => ({
  ...magicLinkCalls(dependencies),
  ...multiFactorCalls(dependencies),
  ...oauthCalls(dependencies),
  ...passkeyCalls(dependencies),
  ...passwordResetCalls(dependencies)
})
