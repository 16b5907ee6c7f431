/**
 * The code of the other ways to sign in, which loads as one: what two parts have in common, bundlers put into a third one,
 * and there they no longer see what nobody uses. In six parts the page itself grew by 3 kB.
 */
import { magicLinkCalls } from "./magic-link.ts"
import { multiFactorCalls } from "./multi-factor.ts"
import { oauthCalls } from "./oauth.ts"
import type { CallParts } from "./parts.ts"
import { passkeyCalls } from "./passkey.ts"
import { passwordResetCalls } from "./password-reset.ts"
import type { SignInMethods } from "./sign-in.ts"

export { finishOAuth, nothingToDo, readErrorPage } from "./oauth-callback.ts"

export const signInMethods = (parts: CallParts): SignInMethods => ({
  ...magicLinkCalls(parts),
  ...multiFactorCalls(parts),
  ...oauthCalls(parts),
  ...passkeyCalls(parts),
  ...passwordResetCalls(parts)
})
