/** Connects the provider accounts that the application's server sends for a user. */
import { Effect } from "effect"
import { textError } from "../../response/raw-response.ts"
import { OAuthProviderStore } from "../projects/oauth-provider-store.ts"
import { connectAccount } from "./connect-account.ts"

/** An account in the body of `POST /users`. */
interface AccountInput {
  /** The id of the provider. */
  readonly id: string
  readonly accountId: string
  readonly email?: string | null
}

/**
 * Connects accounts to a user of the project. Belongs in the transaction that creates the user. The user signs in with
 * the first account at each provider. Fails with a plain-text error if the project does not have a provider, or if an
 * account is connected to another user.
 */
export const linkOAuthAccounts = Effect.fnUntraced(function* (
  projectId: string,
  userId: string,
  accounts: ReadonlyArray<AccountInput>
) {
  const offered = yield* OAuthProviderStore
  for (const { accountId, email = null, id: providerId } of accounts) {
    if (!/^[^\p{Cc}]{1,1000}$/u.test(accountId)) return yield* textError(400, "An account at a provider needs an id.")
    if ((yield* offered.find(projectId, providerId)) === null) {
      return yield* textError(400, `The project has no OAuth provider ${providerId.slice(0, 100)}.`)
    }
    yield* connectAccount(projectId, userId, { providerId, accountId, email }).pipe(
      Effect.catchTag("UniqueViolation", () =>
        Effect.fail(textError(409, `The account at ${providerId} is connected to a user already.`))
      )
    )
  }
})
