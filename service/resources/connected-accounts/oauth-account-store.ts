/** Stores connected accounts. An account belongs to one user of a project. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Millis } from "../../../core/schema/fields/millis.ts"
import { wire } from "../../../core/schema/wire.ts"
import { exists, existsUnlessTaken, Flag, rowsOf, run, runUnlessTaken, type UniqueViolation } from "../../sql/rows.ts"

const OAuthAccountRecord = wire({
  id: Schema.String,
  providerId: Schema.String,
  accountId: Schema.String,
  userId: Schema.String,
  email: Schema.NullOr(Schema.String),
  /** The user can sign in with the account. */
  allowSignIn: Flag,
  /** The application can get access tokens of the provider. */
  allowConnectedAccounts: Flag,
  createdAt: Millis
})
export type OAuthAccountRecord = typeof OAuthAccountRecord.Type

/** An account of a user by the id of its row. */
export interface AccountRow {
  readonly projectId: string
  readonly userId: string
  readonly id: string
}

/** The greatest number of accounts in a list of all users. */
const MAX_LISTED = 1000

export class OAuthAccountStore extends Context.Service<
  OAuthAccountStore,
  {
    /** Finds an account by its id at the provider. */
    readonly find: (
      projectId: string,
      providerId: string,
      accountId: string
    ) => Effect.Effect<OAuthAccountRecord | null>
    readonly findById: (row: AccountRow) => Effect.Effect<OAuthAccountRecord | null>
    /** Lists the accounts of a user, the oldest first. */
    readonly ofUser: (projectId: string, userId: string) => Effect.Effect<ReadonlyArray<OAuthAccountRecord>>
    /** Lists the newest 1000 accounts of the project, the oldest first. */
    readonly ofProject: (projectId: string) => Effect.Effect<ReadonlyArray<OAuthAccountRecord>>
    /** Lists the newest accounts of all users at one provider, the newest first. */
    readonly newest: (
      projectId: string,
      providerId: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<OAuthAccountRecord>>
    /**
     * Inserts an account. Fails with `UniqueViolation` if it is connected to a user, or if the user signs in with
     * another account at the provider.
     */
    readonly insert: (projectId: string, account: OAuthAccountRecord) => Effect.Effect<void, UniqueViolation>
    /** Updates an account by its id. Fails with `UniqueViolation` as `insert` does. Returns whether it exists. */
    readonly update: (projectId: string, account: OAuthAccountRecord) => Effect.Effect<boolean, UniqueViolation>
    /** Deletes an account with its tokens. Returns whether it existed. */
    readonly remove: (row: AccountRow) => Effect.Effect<boolean>
    /** Deletes all accounts of a user with their tokens. */
    readonly removeAll: (projectId: string, userId: string) => Effect.Effect<void>
  }
>()("keystile/service/OAuthAccountStore") {}

const accounts = rowsOf(OAuthAccountRecord)

export const layer: Layer.Layer<OAuthAccountStore, never, SqlClient.SqlClient> = Layer.effect(
  OAuthAccountStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql`
      id, provider_id, account_id, user_id, email, allow_sign_in, allow_connected_accounts, created_at`
    return OAuthAccountStore.of({
      find: (projectId, providerId, accountId) =>
        accounts.first(sql`
          SELECT ${columns} FROM oauth_accounts
          WHERE project_id = ${projectId} AND provider_id = ${providerId} AND account_id = ${accountId}`),
      findById: ({ id, projectId, userId }) =>
        accounts.first(sql`
          SELECT ${columns} FROM oauth_accounts
          WHERE project_id = ${projectId} AND id = ${id} AND user_id = ${userId}`),
      ofUser: (projectId, userId) =>
        accounts.all(sql`
          SELECT ${columns} FROM oauth_accounts
          WHERE project_id = ${projectId} AND user_id = ${userId}
          ORDER BY created_at, provider_id, account_id`),
      ofProject: (projectId) =>
        Effect.map(
          accounts.all(sql`
            SELECT ${columns} FROM oauth_accounts
            WHERE project_id = ${projectId}
            ORDER BY created_at DESC, provider_id DESC, account_id DESC
            LIMIT ${sql.literal(String(MAX_LISTED))}`),
          (rows) => rows.toReversed()
        ),
      newest: (projectId, providerId, limit) =>
        accounts.all(sql`
          SELECT ${columns} FROM oauth_accounts
          WHERE project_id = ${projectId} AND provider_id = ${providerId}
          ORDER BY created_at DESC, account_id
          LIMIT ${limit}`),
      insert: (projectId, account) =>
        runUnlessTaken(sql`
          INSERT INTO oauth_accounts (
            project_id, id, provider_id, account_id, user_id, email, allow_sign_in, allow_connected_accounts, created_at
          )
          VALUES (
            ${projectId}, ${account.id}, ${account.providerId}, ${account.accountId}, ${account.userId},
            ${account.email}, ${account.allowSignIn}, ${account.allowConnectedAccounts}, ${account.createdAt.getTime()}
          )`),
      update: (projectId, account) =>
        existsUnlessTaken(sql`
          UPDATE oauth_accounts SET
            account_id = ${account.accountId},
            email = ${account.email},
            allow_sign_in = ${account.allowSignIn},
            allow_connected_accounts = ${account.allowConnectedAccounts}
          WHERE project_id = ${projectId} AND id = ${account.id} AND user_id = ${account.userId}
          RETURNING id`),
      remove: ({ id, projectId, userId }) =>
        exists(sql`
          DELETE FROM oauth_accounts WHERE project_id = ${projectId} AND id = ${id} AND user_id = ${userId}
          RETURNING id`),
      removeAll: (projectId, userId) =>
        run(sql`DELETE FROM oauth_accounts WHERE project_id = ${projectId} AND user_id = ${userId}`)
    })
  })
)
