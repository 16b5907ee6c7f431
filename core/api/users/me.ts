/** Reads the signed-in user. */
import { CannotGetOwnUserWithoutUser } from "../../errors/own-user.ts"
import * as Endpoint from "../../http/endpoint.ts"
import { ServerUser } from "../../schema/server-user.ts"
import { User } from "../../schema/user.ts"

/** The path of the signed-in user. */
export const me = "/users/me"

/** The signed-in user is that of the access token. A refresh token does not authenticate a request. */
export const getMe = Endpoint.get(me, {
  tiers: ["client"],
  session: "current",
  resource: true,
  success: User,
  errors: [CannotGetOwnUserWithoutUser]
})

/** Returns the user of the session with the fields of a server. */
export const getMeAsServer = Endpoint.get(me, {
  tiers: ["server", "admin"],
  session: "current",
  resource: true,
  success: ServerUser,
  errors: [CannotGetOwnUserWithoutUser]
})
