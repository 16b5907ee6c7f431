/** Endpoints of a project's users, for the server and admin tiers. */
import * as Schema from "effect/Schema"
import { LimitReached } from "../../errors/limit-reached.ts"
import { PasswordBreached, PasswordTooShort } from "../../errors/password-rules.ts"
import { TeamMembershipNotFound } from "../../errors/team.ts"
import { UserEmailAlreadyExists, UserNotFound } from "../../errors/user.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { BooleanText } from "../../schema/fields/boolean-text.ts"
import { PageCursor } from "../../schema/fields/page-cursor.ts"
import { UserRef, Uuid } from "../../schema/fields/uuid.ts"
import { wholeText } from "../../schema/fields/whole.ts"
import { page } from "../../schema/lists.ts"
import { Success } from "../../schema/responses.ts"
import { ServerUser, ServerUserCreate, ServerUserUpdate } from "../../schema/server-user.ts"
import { wire } from "../../schema/wire.ts"

const server = { tiers: ["server", "admin"], resource: true } as const

const params = { user_id: UserRef }

const WholeMillis = wholeText(0, 8.64e15)

/** A method of signing in. `oauth` is an account at any provider. */
export const UserMethod = Schema.Literals(["password", "otp", "passkey", "oauth"])
/** A method of signing in, as a filter of the list of users. */
export type UserMethod = typeof UserMethod.Type

/**
 * Lists users by sign-up time or by their last activity, the oldest first unless `desc` is set. Anonymous users are
 * left out unless `includeAnonymous` is set. Keystile's service returns at most 1000, whatever `limit` is; Stack Auth
 * returns all without one.
 */
export const list = Endpoint.get("/users", {
  ...server,
  query: wire(
    {
      teamId: Schema.optionalKey(Uuid),
      limit: Schema.optionalKey(wholeText(1)),
      /** The `nextCursor` of the page before with this filter and order, or the id of the first user of the page. */
      cursor: Schema.optionalKey(PageCursor),
      orderBy: Schema.optionalKey(Schema.Literals(["signed_up_at", "last_active_at"])),
      desc: Schema.optionalKey(BooleanText),
      /** A part of a display name or of an address, or a whole id. */
      query: Schema.optionalKey(Schema.String),
      /** True: the primary address is verified. This filter and the next three are extensions: `user_filters`. */
      primaryEmailVerified: Schema.optionalKey(BooleanText),
      signInMethod: Schema.optionalKey(UserMethod),
      /** Active at this time or later, in epoch milliseconds. */
      activeSince: Schema.optionalKey(WholeMillis),
      /** Last active before this time, in epoch milliseconds. */
      activeUntil: Schema.optionalKey(WholeMillis),
      /**
       * `false` leaves restricted users out. By default Keystile's service lists them, and Stack Auth since 2.8 does
       * not.
       */
      includeRestricted: Schema.optionalKey(BooleanText),
      /** Lists no other users. An extension: `user_filters`. */
      onlyRestricted: Schema.optionalKey(BooleanText),
      includeAnonymous: Schema.optionalKey(BooleanText),
      /** Needs `includeAnonymous`. */
      onlyAnonymous: Schema.optionalKey(BooleanText)
    },
    { activeSince: "active_since_millis", activeUntil: "active_until_millis" }
  ),
  success: page(ServerUser)
})

/** Creates a user, also if sign-up is disabled. */
export const create = Endpoint.post("/users", {
  ...server,
  body: ServerUserCreate,
  status: 201,
  success: ServerUser,
  errors: [UserEmailAlreadyExists, PasswordTooShort, PasswordBreached, LimitReached]
})

/** Returns a user by id. */
export const get = Endpoint.get("/users/:user_id", { ...server, params, success: ServerUser, errors: [UserNotFound] })

/** Updates a user. A new password ends all sessions of the user. */
export const update = Endpoint.patch("/users/:user_id", {
  ...server,
  params,
  body: ServerUserUpdate,
  success: ServerUser,
  errors: [UserNotFound, TeamMembershipNotFound, UserEmailAlreadyExists, PasswordTooShort, PasswordBreached]
})

/** Deletes a user with their sessions, channels, sign-in methods and memberships. */
export const remove = Endpoint.del("/users/:user_id", {
  ...server,
  params,
  success: Success,
  errors: [UserNotFound]
})
