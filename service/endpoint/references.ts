/** Resolves ids of a request. */
import { Effect } from "effect"
import { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import { caller } from "./caller.ts"

/** Normalizes a UUID to lower case. */
export const idOf = (uuid: string): string => uuid.toLowerCase()

/** Returns the user of the access token, or fails with `CannotGetOwnUserWithoutUser`. */
export const ownUserId = Effect.flatMap(caller, ({ userId }) =>
  userId === null ? Effect.fail(new CannotGetOwnUserWithoutUser()) : Effect.succeed(userId)
)

/** Resolves `me` or a user id, without checking that the user exists. */
export const userIdOf = (reference: string) => (reference === "me" ? ownUserId : Effect.succeed(idOf(reference)))
