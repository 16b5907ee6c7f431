/** Finds contact channels that the caller may access. */
import { Effect } from "effect"
import type { ContactChannel } from "../../../core/schema/contact-channel.ts"
import { caller } from "../../request/caller.ts"
import type { Limit } from "../../validation/check-limit.ts"
import { type RawResponse, textError } from "../../response/raw-response.ts"
import { requireAllowedUserId, idOf, ownUserId } from "../../request/references.ts"
import { ChannelStore, type OwnedChannel } from "./channel-store.ts"

/**
 * Returns the id of the user in a request; undefined if it names none, which servers do for the channels of all users.
 * In the client tier, fails for other users than the caller.
 */
export const requireAllowedUser = Effect.fnUntraced(function* (
  reference: string | undefined,
  refusal: RawResponse = notOwn
) {
  if (reference !== undefined) return yield* requireAllowedUserId(reference, refusal)
  if ((yield* caller).tier !== "client") return undefined
  yield* ownUserId
  return yield* refusal
})

const notOwn = textError(403, "Users reach their own contact channels only.")

/** A user with this number of contact channels cannot add another one. */
export const MAX_CHANNELS = 100

export const channelLimit: Limit = {
  maximum: MAX_CHANNELS,
  of: "contact channels of a user",
  advice: "Remove one first."
}

/** Returns a channel of the project by its id; `null` if there is none. */
export const findChannel = Effect.fnUntraced(function* (userId: string | undefined, id: string) {
  const { project } = yield* caller
  const [channel] = yield* (yield* ChannelStore).search(project.id, { userId, id: idOf(id) })
  return channel ?? null
})

export const serializeChannel = (channel: OwnedChannel): ContactChannel => ({ ...channel, type: "email" })
