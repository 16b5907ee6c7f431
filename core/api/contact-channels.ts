/** Contact channels: a user's e-mail addresses. In the client tier only the caller's own. */
import * as Schema from "effect/Schema"
import { ContactChannelAlreadyUsedForAuthBySomeoneElse } from "../errors/oauth.ts"
import { RedirectUrlNotWhitelisted } from "../errors/project.ts"
import { CannotGetOwnUserWithoutUser, UserIdDoesNotExist } from "../errors/user.ts"
import { EmailAlreadyVerified, EmailIsNotPrimaryEmail } from "../errors/verification-code.ts"
import * as Endpoint from "../http/endpoint.ts"
import {
  ContactChannel,
  ContactChannelCreate,
  ContactChannelUpdate,
  ServerContactChannelCreate,
  ServerContactChannelUpdate
} from "../schema/contact-channel.ts"
import { StrictEmail, Url, UserRef, Uuid } from "../schema/fields.ts"
import { list as listOf } from "../schema/list.ts"
import { Success } from "../schema/session.ts"
import { wire } from "../schema/wire.ts"

export { checkVerificationCode, verify } from "./email-verification.ts"

const tiers = ["client", "server", "admin"] as const
const client = { tiers: ["client"], session: "current", resource: true } as const
const server = { tiers: ["server", "admin"], resource: true } as const

const own = { ...client, errors: [CannotGetOwnUserWithoutUser] } as const
const any = { ...server, errors: [CannotGetOwnUserWithoutUser] } as const
const params = { user_id: UserRef, contact_channel_id: Uuid }
const onePath = "/contact-channels/:user_id/:contact_channel_id"

const listQuery = wire({
  userId: Schema.optionalKey(UserRef),
  contactChannelId: Schema.optionalKey(Uuid)
})

/** Oldest first. */
export const list = Endpoint.get("/contact-channels", { ...own, query: listQuery, success: listOf(ContactChannel) })
/** Without `userId`: all channels of the project. */
export const listAsServer = Endpoint.get("/contact-channels", {
  ...any,
  query: listQuery,
  success: listOf(ContactChannel)
})

const createErrors = [CannotGetOwnUserWithoutUser, ContactChannelAlreadyUsedForAuthBySomeoneElse] as const

/** No mail is sent. `isPrimary` takes the mark from all others. */
export const create = Endpoint.post("/contact-channels", {
  ...client,
  body: ContactChannelCreate,
  status: 201,
  success: ContactChannel,
  errors: createErrors
})
export const createAsServer = Endpoint.post("/contact-channels", {
  ...server,
  body: ServerContactChannelCreate,
  status: 201,
  success: ContactChannel,
  errors: createErrors
})

export const get = Endpoint.get(onePath, { ...own, params, success: ContactChannel })
export const getAsServer = Endpoint.get(onePath, { ...any, params, success: ContactChannel })

/** A new value is unverified, unless the server says otherwise. */
export const update = Endpoint.patch(onePath, {
  ...client,
  params,
  body: ContactChannelUpdate,
  success: ContactChannel,
  errors: createErrors
})
export const updateAsServer = Endpoint.patch(onePath, {
  ...server,
  params,
  body: ServerContactChannelUpdate,
  success: ContactChannel,
  errors: createErrors
})

export const remove = Endpoint.del(onePath, { ...own, params, success: Success })
export const removeAsServer = Endpoint.del(onePath, { ...any, params, success: Success })

/** Mails a link that verifies the address. */
export const sendVerificationCode = Endpoint.post(`${onePath}/send-verification-code`, {
  tiers,
  session: "current",
  params,
  body: wire({ callbackUrl: Url }),
  success: Success,
  errors: [CannotGetOwnUserWithoutUser, UserIdDoesNotExist, EmailAlreadyVerified, RedirectUrlNotWhitelisted]
})

/** The same for the primary address of the caller; the older way. */
export const sendPrimaryVerificationCode = Endpoint.post("/contact-channels/send-verification-code", {
  tiers,
  session: "current",
  requires: ["user"],
  body: wire({ email: StrictEmail, callbackUrl: Url }),
  success: Success,
  errors: [EmailIsNotPrimaryEmail, EmailAlreadyVerified, RedirectUrlNotWhitelisted]
})
