/** Endpoints of the accounts of users at OAuth providers. The client tier has access to the caller's own. */
import * as Schema from "effect/Schema"
import { LimitReached } from "../errors/limit-reached.ts"
import { OAuthProviderNotFoundOrNotEnabled } from "../errors/oauth.ts"
import { OAuthAccountNotFound, OAuthProviderAccountIdAlreadyUsedForSignIn } from "../errors/oauth-account.ts"
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import { UserNotFound } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { UserRef, Uuid } from "../schema/fields/uuid.ts"
import { list as listOf } from "../schema/lists.ts"
import {
  OAuthAccount,
  OAuthAccountUpdate,
  ServerOAuthAccount,
  ServerOAuthAccountCreate,
  ServerOAuthAccountUpdate
} from "../schema/oauth-account.ts"
import { Success } from "../schema/responses.ts"
import { wire } from "../schema/wire.ts"

const missingFrom = "Stack Auth before 2.8.39"

const client = { tiers: ["client"], session: "current", resource: true, missingFrom } as const
const server = { tiers: ["server", "admin"], session: "current", resource: true, missingFrom } as const

const onePath = "/oauth-providers/:user_id/:provider_id"
/** `provider_id` is the id of the account's row. */
const params = { user_id: UserRef, provider_id: Uuid }

const getErrors = [CannotGetOwnUserWithoutUser, UserNotFound, OAuthAccountNotFound] as const
const updateErrors = [...getErrors, OAuthProviderAccountIdAlreadyUsedForSignIn] as const

/** Lists the accounts of the caller, oldest first. */
export const list = Endpoint.get("/oauth-providers", {
  ...client,
  query: wire({ userId: UserRef }),
  success: listOf(OAuthAccount),
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})

/** Lists the accounts of a user, or without `userId` the newest 1000 of the project, in both cases oldest first. */
export const listAsServer = Endpoint.get("/oauth-providers", {
  ...server,
  query: wire({ userId: Schema.optionalKey(UserRef) }),
  success: listOf(ServerOAuthAccount),
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})

/** Returns an account at a provider of the signed-in user. */
export const get = Endpoint.get(onePath, { ...client, params, success: OAuthAccount, errors: getErrors })

/** Returns an account at a provider of any user, as a server. */
export const getAsServer = Endpoint.get(onePath, { ...server, params, success: ServerOAuthAccount, errors: getErrors })

/** Adds an account to a user. An account at a provider belongs to one user of the project. */
export const createAsServer = Endpoint.post("/oauth-providers", {
  ...server,
  body: ServerOAuthAccountCreate,
  status: 201,
  success: ServerOAuthAccount,
  errors: [
    CannotGetOwnUserWithoutUser,
    UserNotFound,
    OAuthProviderNotFoundOrNotEnabled,
    OAuthProviderAccountIdAlreadyUsedForSignIn,
    LimitReached
  ]
})

/** Changes whether the user can sign in with an account, and whether the application gets its access tokens. */
export const update = Endpoint.patch(onePath, {
  ...client,
  params,
  body: OAuthAccountUpdate,
  success: OAuthAccount,
  errors: updateErrors
})

/** Changes an account. The provider's tokens of the account are deleted when its `accountId` changes. */
export const updateAsServer = Endpoint.patch(onePath, {
  ...server,
  params,
  body: ServerOAuthAccountUpdate,
  success: ServerOAuthAccount,
  errors: updateErrors
})

/** Removes an account from its user, with the provider's tokens. The user cannot sign in with it any more. */
export const remove = Endpoint.del(onePath, {
  tiers: ["client", "server", "admin"],
  session: "current",
  resource: true,
  missingFrom,
  params,
  success: Success,
  errors: getErrors
})
