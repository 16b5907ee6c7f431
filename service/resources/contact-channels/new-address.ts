/** Relates the new address of a contact channel to the earlier ones. */
import { Effect } from "effect"
import { ChannelStore, type OwnedChannel } from "./channel-store.ts"

interface NewAddress {
  /** The time when the address was first added, in epoch milliseconds, if `isReturned`; else `null`. */
  readonly firstAddedAt: number | null
  /** True for the address that the current one has replaced. */
  readonly isReturned: boolean
  /** True if this corrects a mistyped address, with which its owner has signed up since. */
  readonly isCorrected: boolean
}

/**
 * Removes the replaced address of the channel if it is the new one. Belongs in the transaction that sets the new one.
 *
 * @param channel `null` for the first address
 */
export const prepareNewAddress = Effect.fnUntraced(function* (
  channel: OwnedChannel | null,
  value: string
): Effect.fn.Return<NewAddress, never, ChannelStore> {
  if (channel === null || channel.value === value) return { firstAddedAt: null, isReturned: false, isCorrected: false }
  const channels = yield* ChannelStore
  const firstAddedAt = yield* channels.removeReplaced(channel, value)
  const isCorrected = yield* channels.isReleasedReplacement(channel)
  return { firstAddedAt, isReturned: firstAddedAt !== null, isCorrected }
})
