/** Users as the server and admin tiers read and write them. */
import * as Schema from "effect/Schema"
import { Email } from "./fields/email.ts"
import { Metadata } from "./fields/json.ts"
import { Millis } from "./fields/millis.ts"
import { Password } from "./fields/password.ts"
import { SupportedLanguage } from "./fields/supported-language.ts"
import { redacted } from "./fields/secret.ts"
import { matching } from "./fields/matching.ts"
import { NonEmpty } from "./fields/text.ts"
import { integerBetween } from "./fields/whole.ts"
import { ServerTeam } from "./server-team.ts"
import { userFields, userNames } from "./user.ts"
import { userUpdateFields, userUpdateNames, writableFields } from "./user-update.ts"
import { nullable, wire } from "./wire.ts"

/** An estimate that a user is not genuine, from 0 to 100. */
const Risk = integerBetween(0, 100)

const RiskScores = wire({ signUp: wire({ bot: Risk, freeTrialAbuse: Risk }) })

/** The two letters of ISO 3166-1. */
const CountryCode = Schema.String.check(matching(/^[A-Z]{2}$/, { expected: "two upper-case letters" }))

/** A user with the fields for the application's server. */
export class ServerUser extends Schema.Opaque<ServerUser>()(
  wire(
    {
      ...userFields,
      selectedTeam: nullable(ServerTeam),
      primaryEmailAuthEnabled: Schema.Boolean,
      serverMetadata: Metadata,
      lastActiveAt: Millis,
      /** The administrator's notes about the restriction, which the user cannot read. */
      restrictedByAdminPrivateDetails: Schema.optionalKey(Schema.NullOr(Schema.String)),
      /** The language of mails to the user. Absent if it is not known, and from the original service. */
      language: Schema.optionalKey(Schema.NullOr(Schema.String)),
      /** The country of the sign-up. Absent from services before Stack Auth 2.8; Keystile's service finds none out. */
      countryCode: Schema.optionalKey(Schema.NullOr(Schema.String)),
      /** Estimates at the sign-up. Absent from services before Stack Auth 2.8; Keystile's service makes none. */
      riskScores: Schema.optionalKey(RiskScores)
    },
    { ...userNames, lastActiveAt: "last_active_at_millis" }
  )
) {}

const serverFields = {
  clientReadOnlyMetadata: Schema.optionalKey(Metadata),
  serverMetadata: Schema.optionalKey(Metadata),
  primaryEmail: Schema.optionalKey(Schema.NullOr(Email)),
  primaryEmailVerified: Schema.optionalKey(Schema.Boolean),
  primaryEmailAuthEnabled: Schema.optionalKey(Schema.Boolean),
  password: Schema.optionalKey(Schema.NullOr(Password)),
  /**
   * A hash instead of a password: bcrypt (`$2a$`, `$2b$`, `$2y$`, at most 16 rounds), or Argon2id (`$argon2id$v=19$`,
   * at most 64 MiB).
   */
  passwordHash: Schema.optionalKey(redacted(NonEmpty)),
  /** Restricts the user: the user may sign in, and may not use the application. `false` lifts that. */
  restrictedByAdmin: Schema.optionalKey(Schema.Boolean),
  /** The reason, for the user to read. It needs `restrictedByAdmin`, as the private details, and is lifted with it. */
  restrictedByAdminReason: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Notes that the user cannot read. */
  restrictedByAdminPrivateDetails: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** Stored as given, like the estimates: what the application's server found out at the sign-up. */
  countryCode: Schema.optionalKey(Schema.NullOr(CountryCode)),
  /**
   * The language of mails to the user, such as `pl-PL`. A sign-in replaces it by the language of the user's device. The
   * original service does not have this field.
   */
  language: Schema.optionalKey(Schema.NullOr(SupportedLanguage)),
  riskScores: Schema.optionalKey(RiskScores)
}

/** The fields of a user that the application's server may change. */
export class ServerUserUpdate extends Schema.Opaque<ServerUserUpdate>()(
  wire(
    {
      ...userUpdateFields,
      ...serverFields,
      /** Turns an anonymous user into a real one. The reverse is not possible. */
      isAnonymous: Schema.optionalKey(Schema.Literal(false))
    },
    userUpdateNames
  )
) {}

/** The fields of a user that the application's server creates. */
export class ServerUserCreate extends Schema.Opaque<ServerUserCreate>()(
  wire(
    {
      ...writableFields,
      ...serverFields,
      /** Creates a user who has not signed up. Default: false. */
      isAnonymous: Schema.optionalKey(Schema.Boolean),
      oauthProviders: Schema.optionalKey(
        Schema.Array(
          wire({
            id: Schema.String,
            accountId: Schema.String,
            email: Schema.optionalKey(Schema.NullOr(Schema.String))
          })
        )
      )
    },
    userUpdateNames
  )
) {}
