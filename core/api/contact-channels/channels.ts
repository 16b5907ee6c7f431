/** Endpoints of contact channels, the email addresses of a user. The client tier has access to the caller's own. */
import * as Schema from "effect/Schema"
import { ContactChannelAlreadyUsedForAuthBySomeoneElse } from "../../errors/contact-channel.ts"
import { LimitReached } from "../../errors/limit-reached.ts"
import { CannotGetOwnUserWithoutUser } from "../../errors/own-user.ts"
import * as Endpoint from "../../http/endpoint.ts"
import {
  ContactChannel,
  ContactChannelCreate,
  ContactChannelUpdate,
  ServerContactChannelCreate,
  ServerContactChannelUpdate
} from "../../schema/contact-channel.ts"
import { UserRef, Uuid } from "../../schema/fields/uuid.ts"
import { list as listOf } from "../../schema/lists.ts"
import { Success } from "../../schema/responses.ts"
import { wire } from "../../schema/wire.ts"

const client = { tiers: ["client"], session: "current", resource: true } as const

const server = { tiers: ["server", "admin"], resource: true } as const

const own = { ...client, errors: [CannotGetOwnUserWithoutUser] } as const

const any = { ...server, errors: [CannotGetOwnUserWithoutUser] } as const

/** The path parameters of one contact channel. */
export const params = { user_id: UserRef, contact_channel_id: Uuid }

/** The path of one contact channel. */
export const onePath = "/contact-channels/:user_id/:contact_channel_id"

const listQuery = wire({
  userId: Schema.optionalKey(UserRef),
  contactChannelId: Schema.optionalKey(Uuid)
})

/** Lists the channels of the signed-in user, oldest first. */
export const list = Endpoint.get("/contact-channels", { ...own, query: listQuery, success: listOf(ContactChannel) })

/** Lists the channels of a user, or without `userId` all channels of the project. */
export const listAsServer = Endpoint.get("/contact-channels", {
  ...any,
  query: listQuery,
  success: listOf(ContactChannel)
})

const writeErrors = [CannotGetOwnUserWithoutUser, ContactChannelAlreadyUsedForAuthBySomeoneElse] as const

/** Creates a channel without sending a mail. With `isPrimary`, no other channel of the user stays primary. */
export const create = Endpoint.post("/contact-channels", {
  ...client,
  body: ContactChannelCreate,
  status: 201,
  success: ContactChannel,
  errors: [...writeErrors, LimitReached]
})

/** Adds an email address to any user, as a server. */
export const createAsServer = Endpoint.post("/contact-channels", {
  ...server,
  body: ServerContactChannelCreate,
  status: 201,
  success: ContactChannel,
  errors: writeErrors
})

/** Returns a contact channel of the signed-in user. */
export const get = Endpoint.get(onePath, { ...own, params, success: ContactChannel })

/** Returns a contact channel of any user. */
export const getAsServer = Endpoint.get(onePath, { ...any, params, success: ContactChannel })

/**
 * Updates a channel. A new value is unverified. If the old one was the last verified address for sign-in, it stays as
 * another channel until the new one is verified. Changed back to it, the channel is verified.
 */
export const update = Endpoint.patch(onePath, {
  ...client,
  params,
  body: ContactChannelUpdate,
  success: ContactChannel,
  errors: [...writeErrors, LimitReached]
})

/**
 * Changes a contact channel of any user, as a server. A new value is unverified, unless it is the one that the user has
 * replaced, or `isVerified` is set.
 */
export const updateAsServer = Endpoint.patch(onePath, {
  ...server,
  params,
  body: ServerContactChannelUpdate,
  success: ContactChannel,
  errors: writeErrors
})

/** Removes a contact channel of the signed-in user. */
export const remove = Endpoint.del(onePath, { ...own, params, success: Success })

/** Removes a contact channel of any user. */
export const removeAsServer = Endpoint.del(onePath, { ...any, params, success: Success })
