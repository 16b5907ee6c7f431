/** Handles the endpoints of the accounts of users at providers. The client tier has access to the caller's own. */
import { Effect } from "effect"
import * as Api from "../../../core/api/oauth-providers.ts"
import { OAuthAccountNotFound } from "../../../core/errors/oauth-account.ts"
import type { OAuthAccount, ServerOAuthAccount } from "../../../core/schema/oauth-account.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { caller } from "../../request/caller.ts"
import { implement } from "../../endpoint/implement.ts"
import { idOf } from "../../request/references.ts"
import { inTransaction } from "../../sql/rows.ts"
import { inSessionTransaction } from "../sessions/in-session-transaction.ts"
import { AuthorizationCodeStore } from "../oauth/authorization-code-store.ts"
import { endUnfinishedSignIns } from "../sessions/end-unfinished-sign-ins.ts"
import { requireUser } from "../users/require-user.ts"
import { requireAllowedUser } from "./require-allowed-user.ts"
import { changeAccount, createAccount, findAccount } from "./change-account.ts"
import { type OAuthAccountRecord, OAuthAccountStore } from "./oauth-account-store.ts"

const serializeAccount = (account: OAuthAccountRecord): OAuthAccount => ({
  id: account.id,
  userId: account.userId,
  ...(account.email !== null && { email: account.email }),
  providerId: account.providerId,
  type: account.providerId,
  allowSignIn: account.allowSignIn,
  allowConnectedAccounts: account.allowConnectedAccounts
})

const serializeServerAccount = (account: OAuthAccountRecord): ServerOAuthAccount => ({
  ...serializeAccount(account),
  accountId: account.accountId
})

interface Params {
  readonly user_id: string
  readonly provider_id: string
}

/** Resolves the account in a path. Its user exists. */
const rowOf = Effect.fnUntraced(function* ({ provider_id, user_id }: Params) {
  const { projectId, userId } = yield* requireAllowedUser(user_id)
  yield* requireUser(projectId, userId)
  return { projectId, userId, id: idOf(provider_id) }
})

const listOfUser = Effect.fnUntraced(function* (reference: string) {
  const { projectId, userId } = yield* requireAllowedUser(reference)
  yield* requireUser(projectId, userId)
  return yield* (yield* OAuthAccountStore).ofUser(projectId, userId)
})

/** Finds the account in a path. */
const find = (params: Params) => Effect.flatMap(rowOf(params), findAccount)

/** Changes the account in a path. */
const change = Effect.fnUntraced(function* (params: Params, changes: Parameters<typeof changeAccount>[1]) {
  const changed = yield* changeAccount(yield* rowOf(params), changes)
  yield* noteTargets({ oauth_account_id: changed.id, user_id: changed.userId })
  return changed
}, inSessionTransaction)

export const oauthAccountHandlers = [
  implement(Api.list, ({ query }) =>
    Effect.map(listOfUser(query.userId), (all) => ({ items: all.map(serializeAccount), isPaginated: false }))
  ),

  implement(
    Api.listAsServer,
    Effect.fnUntraced(function* ({ query }) {
      const { project } = yield* caller
      const accounts = yield* query?.userId === undefined
        ? (yield* OAuthAccountStore).ofProject(project.id)
        : listOfUser(query.userId)
      return { items: accounts.map(serializeServerAccount), isPaginated: false }
    })
  ),

  implement(Api.get, ({ params }) => Effect.map(find(params), serializeAccount)),

  implement(Api.getAsServer, ({ params }) => Effect.map(find(params), serializeServerAccount)),

  implement(
    Api.createAsServer,
    Effect.fnUntraced(function* ({ body: { userId: reference, ...given } }) {
      const { projectId, userId } = yield* requireAllowedUser(reference)
      yield* requireUser(projectId, userId)
      return serializeServerAccount(yield* createAccount(projectId, userId, given))
    }, inTransaction)
  ),

  implement(Api.update, ({ body, params }) => Effect.map(change(params, body), serializeAccount)),

  implement(Api.updateAsServer, ({ body, params }) => Effect.map(change(params, body), serializeServerAccount)),

  implement(
    Api.remove,
    Effect.fnUntraced(function* ({ params }) {
      const row = yield* rowOf(params)
      yield* noteTargets({ oauth_account_id: row.id, user_id: row.userId })
      const { allowSignIn } = yield* findAccount(row)
      if (!(yield* (yield* OAuthAccountStore).remove(row))) return yield* new OAuthAccountNotFound()
      if (allowSignIn) yield* endUnfinishedSignIns(row.projectId, row.userId)
      // The code of a linking flow would connect the account again.
      else yield* (yield* AuthorizationCodeStore).removeWithoutSession(row.projectId, row.userId)
      return { success: true as const }
    }, inTransaction)
  )
]
