/** Metrics of a project's users. */
import * as Schema from "effect/Schema"
import { whole } from "./fields/whole.ts"
import { ServerUser } from "./server-user.ts"
import { wire } from "./wire.ts"

/** 31 points, one for each of the last 30 days and today, oldest first. `date` is `YYYY-MM-DD`. */
const Activity = Schema.Array(wire({ date: Schema.String, activity: Schema.Finite }))

export class Metrics extends Schema.Opaque<Metrics>()(
  wire({
    totalUsers: whole(),
    /** The number of sign-ups on each day. */
    dailyUsers: Activity,
    /** The number of active users on each day. */
    dailyActiveUsers: Activity,
    usersByCountry: Schema.Record(Schema.String, Schema.Finite),
    /** At most five. */
    recentlyRegistered: Schema.Array(ServerUser),
    recentlyActive: Schema.Array(ServerUser),
    loginMethods: Schema.Array(wire({ method: Schema.String, count: Schema.Finite }))
  })
) {}
