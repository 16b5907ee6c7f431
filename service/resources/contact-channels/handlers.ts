/** Handles the endpoints of contact channels. The client tier has access to those of the signed-in user. */
import { Clock, Effect } from "effect"
import * as Api from "../../../core/api/contact-channels/channels.ts"
import { ContactChannelAlreadyUsedForAuthBySomeoneElse } from "../../../core/errors/contact-channel.ts"
import type { ServerContactChannelCreate, ServerContactChannelUpdate } from "../../../core/schema/contact-channel.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { caller } from "../../request/caller.ts"
import { checkLimit } from "../../validation/check-limit.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { userIdOf } from "../../request/references.ts"
import { inTransaction } from "../../sql/rows.ts"
import { inSessionTransaction } from "../sessions/in-session-transaction.ts"
import { changeAddresses } from "./change-addresses.ts"
import { type ChannelRecord, ChannelStore, type OwnedChannel } from "./channel-store.ts"
import { isSameAddress, withLowerCaseDomain } from "./email-address.ts"
import { prepareNewAddress } from "./new-address.ts"
import { UserStore } from "../users/user-store.ts"
import { requireAllowedUser, channelLimit, findChannel, serializeChannel } from "./own-channels.ts"
import { releaseAddress } from "./release-address.ts"
import { verificationHandlers } from "./verification-handlers.ts"
import { randomUUID } from "node:crypto"

interface ChannelRequest {
  readonly params: { readonly user_id: string; readonly contact_channel_id: string }
}

const list = Effect.fnUntraced(function* ({
  query: { contactChannelId, userId } = {}
}: {
  readonly query?: { readonly userId?: string; readonly contactChannelId?: string }
}) {
  const { project } = yield* caller
  const channels = yield* ChannelStore
  const filter = { userId: yield* requireAllowedUser(userId), id: contactChannelId?.toLowerCase() }
  return { items: (yield* channels.search(project.id, filter)).map(serializeChannel), isPaginated: false }
})

const get = Effect.fnUntraced(function* ({ params }: ChannelRequest) {
  const userId = yield* requireAllowedUser(params.user_id)
  const channel = yield* findChannel(userId, params.contact_channel_id)
  return channel === null ? yield* textError(404, "The user has no such contact channel.") : serializeChannel(channel)
})

/** Fails if another user of the project signs in with the address. An unproven one of theirs is released. */
const checkFree = Effect.fnUntraced(function* (projectId: string, userId: string, value: string) {
  if (!(yield* releaseAddress(projectId, userId, value))) {
    return yield* new ContactChannelAlreadyUsedForAuthBySomeoneElse({ type: "email" })
  }
})

/** Handles an address that another request has taken since `checkFree`. */
const onTaken = () => Effect.fail(new ContactChannelAlreadyUsedForAuthBySomeoneElse({ type: "email" }))

const create = Effect.fnUntraced(
  function* ({ body }: { readonly body: ServerContactChannelCreate }) {
    const { project, tier } = yield* caller
    yield* requireAllowedUser(body.userId)
    const userId = yield* userIdOf(body.userId)
    const channels = yield* ChannelStore
    if (!(yield* (yield* UserStore).exists(project.id, userId))) return yield* textError(404, "There is no such user.")
    const own = yield* channels.list(project.id, userId)
    const address = withLowerCaseDomain(body.value)
    if (own.some(({ value }) => isSameAddress(value, address))) {
      return yield* textError(400, "The user has this contact channel already.")
    }
    if (tier === "client") yield* checkLimit(own.length, channelLimit)
    if (body.usedForAuth) yield* checkFree(project.id, userId, address)
    if (body.isPrimary) yield* channels.clearPrimary(project.id, userId)
    const channel = {
      id: randomUUID(),
      userId,
      value: address,
      isPrimary: body.isPrimary ?? false,
      isVerified: body.isVerified ?? false,
      usedForAuth: body.usedForAuth
    }
    yield* noteTargets({ contact_channel_id: channel.id })
    yield* channels.insert({ ...channel, projectId: project.id, createdAt: yield* Clock.currentTimeMillis })
    return serializeChannel(channel)
  },
  Effect.catchTag("UniqueViolation", onTaken),
  inSessionTransaction
)

/** A user who signs in with no other verified address could not sign in after a typo in the new one. */
const isLastVerified = (own: ReadonlyArray<ChannelRecord>, { id, isVerified, usedForAuth }: ChannelRecord) =>
  isVerified && usedForAuth && !own.some((other) => other.id !== id && other.isVerified && other.usedForAuth)

/** Changes a channel and returns it. */
const changeChannel = Effect.fnUntraced(function* (channel: OwnedChannel, body: ServerContactChannelUpdate) {
  const { project, tier } = yield* caller
  const channels = yield* ChannelStore
  const { id, userId } = channel
  const value = body.value === undefined ? channel.value : withLowerCaseDomain(body.value)
  const isNew = value !== channel.value
  const { firstAddedAt, isCorrected, isReturned } = yield* prepareNewAddress(channel, value)
  const changed = {
    id,
    userId,
    value,
    isPrimary: body.isPrimary ?? channel.isPrimary,
    // A new address is unverified, except the one that was replaced.
    isVerified: body.isVerified ?? (isReturned || (channel.isVerified && !isNew)),
    usedForAuth: body.usedForAuth ?? (isReturned || channel.usedForAuth || isCorrected)
  }
  const own = yield* channels.list(project.id, userId)
  if (isNew && own.some((other) => other.value === value)) {
    return yield* textError(409, "The user has another contact channel with this value.")
  }
  if (changed.usedForAuth) yield* checkFree(project.id, userId, value)
  if (changed.isPrimary && !channel.isPrimary) yield* channels.clearPrimary(project.id, userId)
  // Servers decide themselves when an address ends.
  if (tier === "client" && isNew && changed.usedForAuth && !changed.isVerified && isLastVerified(own, channel)) {
    yield* checkLimit(own.length, channelLimit)
    yield* channels.replace(changed, { id: randomUUID(), value: channel.value })
  } else {
    yield* channels.update(changed, firstAddedAt)
  }
  if (body.usedForAuth === false) yield* channels.forgetRelease(channel.id)
  return serializeChannel(changed)
})

const update = Effect.fnUntraced(
  function* ({ body, params }: ChannelRequest & { readonly body: ServerContactChannelUpdate }) {
    const { project } = yield* caller
    const channel = yield* findChannel(yield* requireAllowedUser(params.user_id), params.contact_channel_id)
    if (channel === null) return yield* textError(400, "The user has no such contact channel.")
    return yield* changeAddresses(project.id, channel.userId, changeChannel(channel, body))
  },
  Effect.catchTag("UniqueViolation", onTaken),
  inSessionTransaction
)

const remove = Effect.fnUntraced(function* ({ params }: ChannelRequest) {
  const channel = yield* findChannel(yield* requireAllowedUser(params.user_id), params.contact_channel_id)
  if (channel === null) return yield* textError(400, "The user has no such contact channel.")
  const { project } = yield* caller
  const channels = yield* ChannelStore
  yield* changeAddresses(project.id, channel.userId, channels.remove(channel.id))
  if (channel.isPrimary) yield* channels.promoteReplaced(channel)
  return { success: true as const }
}, inTransaction)

export { layer } from "./channel-store.ts"

export const handlers = [
  implement(Api.list, list),
  implement(Api.listAsServer, list),
  implement(Api.create, create),
  // Servers add any number.
  implement(Api.createAsServer, (input) => Effect.catchTag(create(input), "LimitReached", Effect.die)),
  implement(Api.get, get),
  implement(Api.getAsServer, get),
  implement(Api.update, update),
  implement(Api.updateAsServer, (input) => Effect.catchTag(update(input), "LimitReached", Effect.die)),
  implement(Api.remove, remove),
  implement(Api.removeAsServer, remove),
  ...verificationHandlers
]
