/** Sign-ins on a command line, whose user approves them in a browser (as in RFC 8628). */
import * as Schema from "effect/Schema"
import { IsoTime } from "./fields/iso-time.ts"
import { Millis } from "./fields/millis.ts"
import { Token } from "./session.ts"
import { wire } from "./wire.ts"

/** A sign-in that has begun. The program polls with one code, and the page in the browser has the other. */
export class StartedCommandLineSignIn extends Schema.Opaque<StartedCommandLineSignIn>()(
  wire({ pollingCode: Token, loginCode: Token, expiresAt: IsoTime })
) {}

/** The response to a poll: once `success`, then `used`. */
export const PollResult = Schema.Union([
  wire({ status: Schema.Literal("success"), refreshToken: Token }),
  wire({
    status: Schema.Literals(["waiting", "expired", "used"]),
    /** True if the user denied the sign-in, whose status is `expired`. An extension of the wire. */
    isDenied: Schema.optionalKey(Schema.Boolean)
  })
])
export type PollResult = typeof PollResult.Type

/** The details that a user sees before approving. All fields but the first are extensions of the wire. */
export class CommandLineSignInDetails extends Schema.Opaque<CommandLineSignInDetails>()(
  wire(
    {
      /** `anonymous` if the program has the session of an anonymous user, which the browser can continue. */
      cliSessionState: Schema.Literals(["anonymous", "none"]),
      requestedAt: Schema.optionalKey(Millis),
      expiresAt: Schema.optionalKey(Millis),
      /** The device of the program. */
      requestedFrom: Schema.optionalKey(wire({ address: Schema.String }, { address: "ip" })),
      userAgent: Schema.optionalKey(Schema.String)
    },
    { requestedAt: "requested_at_millis", expiresAt: "expires_at_millis" }
  )
) {}

/** A session of the anonymous user of the command line. */
export class ClaimedSession extends Schema.Opaque<ClaimedSession>()(
  wire({ accessToken: Token, refreshToken: Token })
) {}
