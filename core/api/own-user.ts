/** The signed-in user, as they see themselves. Apart from the other calls about users, which not every page makes. */
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { User } from "../schema/client-user.ts"

export const me = "/users/me"

/** A refresh token alone does not authenticate: without an access token there is no user. */
export const getMe = Endpoint.get(me, {
  tiers: ["client"],
  session: "current",
  resource: true,
  success: User,
  errors: [CannotGetOwnUserWithoutUser]
})
