/** Figures about a project's users. */
import * as Schema from "effect/Schema"
import { whole } from "./fields/whole.ts"
import { ServerUser } from "./server-user.ts"
import { wire } from "./wire.ts"

/** 31 points, today and the 30 days before, oldest first. `date` is `YYYY-MM-DD`. */
const Activity = Schema.Array(wire({ date: Schema.String, activity: Schema.Finite }))

export class Metrics extends Schema.Opaque<Metrics>()(
  wire({
    totalUsers: whole(),
    /** Sign-ups a day. */
    dailyUsers: Activity,
    /** Different users seen a day. */
    dailyActiveUsers: Activity,
    usersByCountry: Schema.Record(Schema.String, Schema.Finite),
    /** At most five. */
    recentlyRegistered: Schema.Array(ServerUser),
    recentlyActive: Schema.Array(ServerUser),
    loginMethods: Schema.Array(wire({ method: Schema.String, count: Schema.Finite }))
  })
) {}
