/** Metrics of a project's users. */
import * as Schema from "effect/Schema"
import { integerBetween } from "./fields/whole.ts"
import { ServerUser } from "./server-user.ts"
import { wire } from "./wire.ts"

/** 31 points, one for each of the last 30 days and today, oldest first. `date` is `YYYY-MM-DD`. */
const Activity = Schema.Array(wire({ date: Schema.String, activity: Schema.Finite }))

/** The sign-ins by one method on a day. */
const SignIns = wire({
  /** `YYYY-MM-DD`, in UTC. */
  date: Schema.String,
  method: Schema.Literals(["password", "otp", "passkey", "oauth", "mfa"]),
  succeeded: integerBetween(),
  /** Those that a known error refused. A sign-in that goes on with the second factor is none of them. */
  failed: integerBetween()
})

export class Metrics extends Schema.Opaque<Metrics>()(
  wire({
    totalUsers: integerBetween(),
    /** The number of sign-ups on each day. */
    dailyUsers: Activity,
    /** The number of active users on each day. */
    dailyActiveUsers: Activity,
    usersByCountry: Schema.Record(Schema.String, Schema.Finite),
    /** At most five. */
    recentlyRegistered: Schema.Array(ServerUser),
    recentlyActive: Schema.Array(ServerUser),
    loginMethods: Schema.Array(wire({ method: Schema.String, count: Schema.Finite })),
    /**
     * The sign-ins of the last 30 days and today, the oldest first, without days and methods that had none. An
     * extension of the wire, in responses to requests with `sign_ins=true` only. In a project with more than 200,000
     * sign-ins, the list begins later.
     */
    signIns: Schema.optionalKey(Schema.Array(SignIns))
  })
) {}
