/**
 * Encodes the OAuth accounts of a user in one text column of a query, since SQLite and PostgreSQL share no aggregate
 * for lists of records.
 */
import { Schema, SchemaTransformation } from "effect"

/** Ids and addresses contain no control characters. */
export const BETWEEN_FIELDS = "\u001f"
export const BETWEEN_ACCOUNTS = "\u001e"

const Account = Schema.Struct({
  /** The id of the provider. */
  id: Schema.String,
  accountId: Schema.String,
  email: Schema.NullOr(Schema.String)
})
type Accounts = ReadonlyArray<typeof Account.Type>

/** Decodes the result of `string_agg`, which is NULL without rows. */
export const AccountsText = Schema.NullOr(Schema.String).pipe(
  Schema.decodeTo(
    Schema.Array(Account),
    SchemaTransformation.transform({
      decode: (text): Accounts =>
        (text?.split(BETWEEN_ACCOUNTS) ?? []).map((account) => {
          const [id = "", accountId = "", email = ""] = account.split(BETWEEN_FIELDS)
          return { id, accountId, email: email === "" ? null : email }
        }),
      encode: (accounts: Accounts) =>
        accounts.length === 0
          ? null
          : accounts
              .map(({ accountId, email, id }) => [id, accountId, email ?? ""].join(BETWEEN_FIELDS))
              .join(BETWEEN_ACCOUNTS)
    })
  )
)
