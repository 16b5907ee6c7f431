/** API keys of users and teams, with which programs call the backend of an application. */
import * as Schema from "effect/Schema"
import { Millis } from "./fields/millis.ts"
import { Secret } from "./fields/secret.ts"
import { atMost } from "./fields/text.ts"
import { UserRef, Uuid } from "./fields/uuid.ts"
import { wire } from "./wire.ts"

/** The maximum length of a description. */
const MAX_API_KEY_DESCRIPTION = 1000

const Description = Schema.String.check(atMost(MAX_API_KEY_DESCRIPTION))

const times = {
  expiresAt: "expires_at_millis",
  createdAt: "created_at_millis",
  manuallyRevokedAt: "manually_revoked_at_millis"
} as const

const fields = {
  id: Schema.String,
  description: Schema.String,
  /** Absent if the key does not expire. */
  expiresAt: Schema.optionalKey(Millis),
  createdAt: Millis,
  /** Absent while the key is not revoked. */
  manuallyRevokedAt: Schema.optionalKey(Millis),
  /** True if the key may be published, such as in the code of a page. Scanners for leaked secrets ignore it. */
  isPublic: Schema.Boolean
}

const ofUser = { ...fields, type: Schema.Literal("user"), userId: Schema.String }
const ofTeam = { ...fields, type: Schema.Literal("team"), teamId: Schema.String }

const LastFour = wire({ lastFour: Schema.String })

/** An API key of a user, with its last four characters. */
export class UserApiKey extends Schema.Opaque<UserApiKey>()(wire({ ...ofUser, value: LastFour }, times)) {}

/** A new API key of a user, with the key itself, which is returned only at its creation. */
export class UserApiKeyFirstView extends Schema.Opaque<UserApiKeyFirstView>()(
  wire({ ...ofUser, value: Secret }, times)
) {}

/** An API key of a team, with its last four characters. */
export class TeamApiKey extends Schema.Opaque<TeamApiKey>()(wire({ ...ofTeam, value: LastFour }, times)) {}

/** A new API key of a team, with the key itself, which is returned only at its creation. */
export class TeamApiKeyFirstView extends Schema.Opaque<TeamApiKeyFirstView>()(
  wire({ ...ofTeam, value: Secret }, times)
) {}

const createFields = {
  description: Description,
  /** `null` for a key that does not expire. */
  expiresAt: Schema.NullOr(Millis),
  /** Default false. */
  isPublic: Schema.optionalKey(Schema.Boolean)
}

export class UserApiKeyCreate extends Schema.Opaque<UserApiKeyCreate>()(
  wire({ ...createFields, userId: UserRef }, { expiresAt: times.expiresAt })
) {}

export class TeamApiKeyCreate extends Schema.Opaque<TeamApiKeyCreate>()(
  wire({ ...createFields, teamId: Uuid }, { expiresAt: times.expiresAt })
) {}

/** A change of an API key of a user or a team. */
export class UserTeamApiKeyUpdate extends Schema.Opaque<UserTeamApiKeyUpdate>()(
  wire({
    description: Schema.optionalKey(Description),
    /** A revoked key stays revoked. */
    revoked: Schema.optionalKey(Schema.Literal(true))
  })
) {}
