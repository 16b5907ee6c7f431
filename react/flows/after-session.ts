/** Returns the page to redirect to after a new session. */
import type { NewSession } from "../../tiers/calls/call-dependencies.ts"

export const afterSession = ({ isNewUser }: NewSession): "afterSignUp" | "afterSignIn" =>
  isNewUser ? "afterSignUp" : "afterSignIn"
