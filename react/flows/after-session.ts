/** Where a new session goes on (specification, section 4). */
import type { NewSession } from "../../tiers/calls/call-dependencies.ts"

export const afterSession = ({ isNewUser }: NewSession): "afterSignUp" | "afterSignIn" =>
  isNewUser ? "afterSignUp" : "afterSignIn"
