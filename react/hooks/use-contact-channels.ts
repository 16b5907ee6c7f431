/** Email addresses of the signed-in user. */
import type { ContactChannel } from "../../core/schema/contact-channel.ts"
import type { OwnContactChannelError } from "../../tiers/calls/contact-channels.ts"
import { type ReadState, useQueryState } from "../runtime/use-query-state.ts"
import { useQuery } from "../runtime/use-query.ts"

/** Returns the user's contact channels, the oldest first. Suspends. Throws `OwnContactChannelError`. */
export const useContactChannels = (): ReadonlyArray<ContactChannel> =>
  useQuery(({ contactChannelsQuery }) => contactChannelsQuery)

/** Same as `useContactChannels`, without suspending. */
export const useContactChannelsState = (): ReadState<ReadonlyArray<ContactChannel>, OwnContactChannelError> =>
  useQueryState(({ contactChannelsQuery }) => contactChannelsQuery)
