/** Resolves ids of a request. */
import { Effect } from "effect"
import { NotAllowedWhileImpersonating } from "../../core/errors/impersonation.ts"
import { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import { caller } from "./caller.ts"
import { type RawResponse, textError } from "../response/raw-response.ts"

/** Normalizes a UUID to lower case. */
export const idOf = (uuid: string): string => uuid.toLowerCase()

/**
 * Returns the user of the access token, or fails with `CannotGetOwnUserWithoutUser`; with `NotAllowedWhileImpersonating`
 * if an owner is signed in as that user and may not do this.
 */
export const ownUserId = Effect.gen(function* () {
  const { isOwnUserRefused, userId } = yield* caller
  if (userId === null) return yield* new CannotGetOwnUserWithoutUser()
  return isOwnUserRefused ? yield* new NotAllowedWhileImpersonating() : userId
})

/** Resolves `me` or a user id, without checking that the user exists. */
export const userIdOf = (reference: string) => (reference === "me" ? ownUserId : Effect.succeed(idOf(reference)))

/**
 * Resolves `me` or a user id, without checking that the user exists. In the client tier, fails with `refusal` for other
 * users than the caller.
 */
export const requireAllowedUserId = Effect.fnUntraced(function* (reference: string, refusal: RawResponse) {
  const userId = yield* userIdOf(reference)
  if ((yield* caller).tier === "client" && userId !== (yield* ownUserId)) return yield* refusal
  return userId
})

/** Returns the user by whom a list is filtered; `null` for all users. The client tier lists what the caller has. */
export const requirePermittedUserId = Effect.fnUntraced(function* (reference: string | undefined) {
  const { tier, userId: own } = yield* caller
  const userId = reference === undefined ? null : yield* userIdOf(reference)
  if (tier === "client" && (userId === null || userId !== own)) {
    return yield* textError(403, 'In the client tier user_id has to be "me" or the id of the signed-in user.')
  }
  return userId
})
