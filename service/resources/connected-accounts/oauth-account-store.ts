/** Stores connected accounts. An account belongs to one user of a project. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { rowsOf, run, runUnlessTaken, type Taken } from "../../sql/rows.ts"

const ConnectedAccount = wire({
  providerId: Schema.String,
  accountId: Schema.String,
  userId: Schema.String,
  email: Schema.NullOr(Schema.String)
})
export type ConnectedAccount = typeof ConnectedAccount.Type

export class OAuthAccountStore extends Context.Service<
  OAuthAccountStore,
  {
    readonly find: (projectId: string, providerId: string, accountId: string) => Effect.Effect<ConnectedAccount | null>
    /** Lists the accounts of a user at one provider, the oldest first. */
    readonly ofUser: (
      projectId: string,
      userId: string,
      providerId: string
    ) => Effect.Effect<ReadonlyArray<ConnectedAccount>>
    /** Lists the newest accounts of all users at one provider, the newest first. */
    readonly newest: (
      projectId: string,
      providerId: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ConnectedAccount>>
    /** Inserts an account. Fails with `Taken` if it is connected to a user. */
    readonly insert: (projectId: string, account: ConnectedAccount, now: number) => Effect.Effect<void, Taken>
    /** Deletes all accounts of a user with their tokens. */
    readonly removeAll: (projectId: string, userId: string) => Effect.Effect<void>
  }
>()("keystile/service/OAuthAccountStore") {}

const accounts = rowsOf(ConnectedAccount)

export const layer: Layer.Layer<OAuthAccountStore, never, SqlClient.SqlClient> = Layer.effect(
  OAuthAccountStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return OAuthAccountStore.of({
      find: (projectId, providerId, accountId) =>
        accounts.first(sql`
          SELECT provider_id, account_id, user_id, email FROM oauth_accounts
          WHERE project_id = ${projectId} AND provider_id = ${providerId} AND account_id = ${accountId}`),
      ofUser: (projectId, userId, providerId) =>
        accounts.all(sql`
          SELECT provider_id, account_id, user_id, email FROM oauth_accounts
          WHERE project_id = ${projectId} AND user_id = ${userId} AND provider_id = ${providerId}
          ORDER BY created_at, account_id`),
      newest: (projectId, providerId, limit) =>
        accounts.all(sql`
          SELECT provider_id, account_id, user_id, email FROM oauth_accounts
          WHERE project_id = ${projectId} AND provider_id = ${providerId}
          ORDER BY created_at DESC, account_id
          LIMIT ${limit}`),
      insert: (projectId, account, now) =>
        runUnlessTaken(sql`
          INSERT INTO oauth_accounts (project_id, provider_id, account_id, user_id, email, created_at)
          VALUES (
            ${projectId}, ${account.providerId}, ${account.accountId}, ${account.userId}, ${account.email}, ${now}
          )`),
      removeAll: (projectId, userId) =>
        run(sql`DELETE FROM oauth_accounts WHERE project_id = ${projectId} AND user_id = ${userId}`)
    })
  })
)
