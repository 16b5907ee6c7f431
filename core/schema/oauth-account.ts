/** Accounts of users at OAuth providers, as account settings list them. */
import * as Schema from "effect/Schema"
import { Email } from "./fields/email.ts"
import { UserRef } from "./fields/uuid.ts"
import { wire } from "./wire.ts"

/**
 * The id of an account at a provider: one line of text. Queries of several accounts join their ids with control
 * characters.
 */
const OAuthAccountId = Schema.String.check(
  Schema.makeFilter((text) => /^[^\p{Cc}]{1,1000}$/u.test(text), { expected: "one line of at most 1000 characters" })
)

const fields = {
  id: Schema.String,
  userId: Schema.String,
  /** The email address of the account at the provider. Absent if it is unknown. */
  email: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** The id of the provider in the project's settings. */
  providerId: Schema.String,
  /** The kind of the provider, e.g. `github`. */
  type: Schema.String,
  /** The user can sign in with the account. A user has at most one such account at each provider. */
  allowSignIn: Schema.Boolean,
  /** The application can get access tokens of the provider for the account. */
  allowConnectedAccounts: Schema.Boolean
}

const names = { providerId: "provider_config_id" } as const

/** An account of a user at an OAuth provider. */
export class OAuthAccount extends Schema.Opaque<OAuthAccount>()(wire(fields, names)) {}

/** An account with its id at the provider, for the server tier. */
export class ServerOAuthAccount extends Schema.Opaque<ServerOAuthAccount>()(
  wire({ ...fields, accountId: Schema.String }, names)
) {}

export const ServerOAuthAccountCreate = wire(
  {
    userId: UserRef,
    providerId: Schema.String,
    accountId: OAuthAccountId,
    email: Schema.optionalKey(Email),
    allowSignIn: Schema.Boolean,
    allowConnectedAccounts: Schema.Boolean
  },
  names
)
export type ServerOAuthAccountCreate = typeof ServerOAuthAccountCreate.Type

const changes = {
  allowSignIn: Schema.optionalKey(Schema.Boolean),
  allowConnectedAccounts: Schema.optionalKey(Schema.Boolean)
}

export const OAuthAccountUpdate = wire(changes)

export const ServerOAuthAccountUpdate = wire({
  ...changes,
  /** Cannot be cleared. */
  email: Schema.optionalKey(Email),
  accountId: Schema.optionalKey(OAuthAccountId)
})
export type ServerOAuthAccountUpdate = typeof ServerOAuthAccountUpdate.Type

/** An account whose access tokens the application can get. */
export class ConnectedAccount extends Schema.Opaque<ConnectedAccount>()(
  wire(
    {
      userId: Schema.String,
      /** The id of the provider in the project's settings. */
      providerId: Schema.String,
      /** The id of the account at the provider. */
      accountId: Schema.String
    },
    { providerId: "provider", accountId: "provider_account_id" }
  )
) {}
