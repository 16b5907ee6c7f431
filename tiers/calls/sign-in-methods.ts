/** The sign-in methods besides the password. Their code is loaded on demand, see `on-demand-module.ts`. */
import { type CommandLineCalls, commandLineCalls } from "./command-line.ts"
import { type MagicLinkCalls, magicLinkCalls } from "./magic-link.ts"
import { type MultiFactorCalls, multiFactorCalls } from "./multi-factor.ts"
import { type OAuthCalls, oauthCalls } from "./oauth.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import { type PasskeyCalls, passkeyCalls } from "./passkey.ts"
import { type PasswordResetCalls, passwordResetCalls } from "./password-reset.ts"
import { type StartImpersonationCalls, startImpersonationCalls } from "./start-impersonation.ts"

export { finishOAuth, noCallback, readErrorPage } from "./oauth-callback.ts"

/** The sign-in methods of every tier. */
export interface SignInMethods
  extends
    CommandLineCalls,
    MagicLinkCalls,
    MultiFactorCalls,
    OAuthCalls,
    PasskeyCalls,
    PasswordResetCalls,
    StartImpersonationCalls {}

export const signInMethods = (dependencies: CallDependencies): SignInMethods => ({
  ...commandLineCalls(dependencies),
  ...magicLinkCalls(dependencies),
  ...multiFactorCalls(dependencies),
  ...oauthCalls(dependencies),
  ...passkeyCalls(dependencies),
  ...passwordResetCalls(dependencies),
  ...startImpersonationCalls(dependencies)
})
