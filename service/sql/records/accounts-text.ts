/**
 * The accounts of a user at providers, in one column of a query: nothing that every database writes alike is richer.
 */
import { Schema, SchemaTransformation } from "effect"

/** Neither ids nor addresses hold control characters. */
export const BETWEEN_FIELDS = "\u001f"
export const BETWEEN_ACCOUNTS = "\u001e"

const Account = Schema.Struct({
  /** The provider. */
  id: Schema.String,
  accountId: Schema.String,
  email: Schema.NullOr(Schema.String)
})
type Accounts = ReadonlyArray<typeof Account.Type>

/** From `string_agg`, which is NULL when there is nothing. */
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
