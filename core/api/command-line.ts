/**
 * Endpoints of sign-ins on a command line: a program starts one and polls, and its user approves in a browser. The
 * protocol is older than RFC 8628, whose device authorization grant has the same roles.
 */
import * as Schema from "effect/Schema"
import { CliAuthError, InvalidPollingCode, loginCodeErrors } from "../errors/command-line.ts"
import * as Endpoint from "../http/endpoint.ts"
import {
  ClaimedSession,
  CommandLineSignInDetails,
  PollResult,
  StartedCommandLineSignIn
} from "../schema/command-line-sign-in.ts"
import { Secret } from "../schema/fields/secret.ts"
import { Success } from "../schema/responses.ts"
import { integerBetween } from "../schema/fields/whole.ts"
import { wire } from "../schema/wire.ts"

const tiers = ["client", "server", "admin"] as const
const missingFrom = "Stack Auth before 2.8"

/** The time for which a sign-in can be approved, in milliseconds: two hours, and at most a day. */
export const DEFAULT_SIGN_IN_MILLIS = 7_200_000
/** The longest time for the approval of a sign-in, in milliseconds: a day. */
export const MAX_SIGN_IN_MILLIS = 86_400_000

/** Starts a sign-in on a command line. */
export const start = Endpoint.post("/auth/cli", {
  tiers,
  missingFrom,
  body: wire({
    /** Default: two hours. */
    expiresInMillis: Schema.optionalKey(integerBetween(1, MAX_SIGN_IN_MILLIS)),
    /** The session of an anonymous user on the command line, which the browser may continue. */
    anonRefreshToken: Schema.optionalKey(Secret)
  }),
  success: StartedCommandLineSignIn,
  errors: [CliAuthError]
})

/**
 * Returns the state of a sign-in. Its status is 201 with the refresh token, which is handed out once, and 200 without.
 * Clients that poll more often than once a second get 429.
 */
export const poll = Endpoint.post("/auth/cli/poll", {
  tiers,
  missingFrom,
  body: wire({ pollingCode: Secret }),
  status: 201,
  success: PollResult,
  errors: [InvalidPollingCode]
})

/**
 * Approves a sign-in (`complete`), reads it (`check`), or starts a session of the anonymous user on the command line
 * (`claim-anon-session`), which is possible once.
 */
export const complete = Endpoint.post("/auth/cli/complete", {
  tiers,
  missingFrom,
  body: wire({
    loginCode: Secret,
    /** Default: `complete`. */
    mode: Schema.optionalKey(Schema.Literals(["complete", "check", "claim-anon-session"])),
    /** The refresh token of the user who approves. */
    refreshToken: Schema.optionalKey(Secret)
  }),
  success: Schema.Union([ClaimedSession, CommandLineSignInDetails, Success]),
  errors: loginCodeErrors
})

/** Denies a sign-in: the program stops polling. An extension: the original service does not have it. */
export const deny = Endpoint.post("/auth/cli/deny", {
  tiers,
  missingFrom: "Stack Auth",
  body: wire({ loginCode: Secret }),
  success: Success,
  errors: loginCodeErrors
})
