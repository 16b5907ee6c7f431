/** What the ids of a request refer to. */
import { Effect } from "effect"
import { CannotGetOwnUserWithoutUser } from "../../core/errors/user.ts"
import { caller } from "./caller.ts"

/** A UUID as it is stored: its case means nothing. */
export const idOf = (uuid: string): string => uuid.toLowerCase()

/** The user of the access token. */
export const ownUserId = Effect.flatMap(caller, ({ userId }) =>
  userId === null ? Effect.fail(new CannotGetOwnUserWithoutUser()) : Effect.succeed(userId)
)

/** The id of a user who is meant by their id or, in every tier, as `me`. Nobody has looked them up. */
export const userIdOf = (reference: string) => (reference === "me" ? ownUserId : Effect.succeed(idOf(reference)))
