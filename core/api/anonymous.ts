/** The endpoint that creates anonymous users. */
import { SignUpNotEnabled } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { PasswordSignInResult } from "../schema/session.ts"

/**
 * Creates a user without any sign-in method, and a session. A sign-up with the access token of that session turns the
 * user into a real one, with the same id and data.
 */
export const signUp = Endpoint.post("/auth/anonymous/sign-up", {
  tiers: ["client", "server", "admin"],
  success: PasswordSignInResult,
  errors: [SignUpNotEnabled]
})
