/** The sessions of a user, as account settings list them. */
import * as Schema from "effect/Schema"
import { Millis } from "./fields/millis.ts"
import { wire } from "./wire.ts"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))
const degrees = Schema.optionalKey(Schema.NullOr(Schema.Finite))

/** From where a session was last used. Keystile's service sends the IP address only. */
const SessionOrigin = wire(
  {
    address: Schema.String,
    /** Two letters (ISO 3166-1). */
    countryCode: text,
    regionCode: text,
    cityName: text,
    latitude: degrees,
    longitude: degrees,
    /** A name such as `Europe/Berlin` (IANA). */
    timeZone: text
  },
  {
    address: "ip",
    countryCode: "countryCode",
    regionCode: "regionCode",
    cityName: "cityName",
    timeZone: "tzIdentifier"
  }
)

/** A session that has not ended: one sign-in on one device. */
export class ActiveSession extends Schema.Opaque<ActiveSession>()(
  wire(
    {
      id: Schema.String,
      userId: Schema.String,
      createdAt: Millis,
      /** True if the application's server or an administrator signed in as the user. */
      isImpersonation: Schema.Boolean,
      /** True if it was started on a command line. An extension of the wire. */
      isCommandLine: Schema.optionalKey(Schema.Boolean),
      /** The last time at which it got an access token. */
      lastUsedAt: Schema.optionalKey(Millis),
      /** True for the session of the request. */
      isCurrentSession: Schema.optionalKey(Schema.Boolean),
      lastUsedFrom: Schema.optionalKey(SessionOrigin),
      /** The `User-Agent` of the last use. An extension of the wire; absent if it is unknown. */
      userAgent: Schema.optionalKey(Schema.String)
    },
    { createdAt: "created_at", lastUsedAt: "last_used_at", lastUsedFrom: "last_used_at_end_user_ip_info" }
  )
) {}
