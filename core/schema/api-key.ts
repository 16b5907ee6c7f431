/** API keys: sets of up to three keys with one expiry. */
import * as Schema from "effect/Schema"
import { Millis } from "./fields/millis.ts"
import { Secret } from "./fields/secret.ts"
import { wire } from "./wire.ts"

const times = {
  expiresAt: "expires_at_millis",
  createdAt: "created_at_millis",
  manuallyRevokedAt: "manually_revoked_at_millis"
} as const

const setFields = {
  id: Schema.String,
  description: Schema.String,
  expiresAt: Millis,
  createdAt: Millis,
  /** Absent while the set is not revoked. */
  manuallyRevokedAt: Schema.optionalKey(Millis)
}

const LastFour = wire({ lastFour: Schema.String })

/** A listed set, with the last four characters of each key. */
export class ApiKey extends Schema.Opaque<ApiKey>()(
  wire(
    {
      ...setFields,
      publishableClientKey: Schema.optionalKey(LastFour),
      secretServerKey: Schema.optionalKey(LastFour),
      superSecretAdminKey: Schema.optionalKey(LastFour)
    },
    times
  )
) {}

/** A new set with its keys, which are returned only at its creation. */
export class ApiKeyFirstView extends Schema.Opaque<ApiKeyFirstView>()(
  wire(
    {
      ...setFields,
      publishableClientKey: Schema.optionalKey(Secret),
      secretServerKey: Schema.optionalKey(Secret),
      superSecretAdminKey: Schema.optionalKey(Secret)
    },
    times
  )
) {}

export class ApiKeyCreate extends Schema.Opaque<ApiKeyCreate>()(
  wire(
    {
      /** The purpose of the keys, for the list of keys. */
      description: Schema.String,
      /** The time after which the keys are refused. */
      expiresAt: Millis,
      /** Creates a publishable key, for the client tier. */
      hasPublishableClientKey: Schema.Boolean,
      /** Creates a secret key of the server tier. */
      hasSecretServerKey: Schema.Boolean,
      /** Creates a secret key of the admin tier. */
      hasSuperSecretAdminKey: Schema.Boolean
    },
    { expiresAt: "expires_at_millis" }
  )
) {}

export class ApiKeyUpdate extends Schema.Opaque<ApiKeyUpdate>()(
  wire({
    description: Schema.optionalKey(Schema.String),
    /** A revoked set stays revoked. */
    revoked: Schema.optionalKey(Schema.Literal(true))
  })
) {}
