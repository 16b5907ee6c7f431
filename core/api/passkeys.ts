/** Endpoints of the list of a user's passkeys. An extension: the original service does not have them. */
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import { PasskeyNotFound } from "../errors/passkey.ts"
import { UserNotFound } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { PasskeyName } from "../schema/fields/passkey-name.ts"
import { UserRef, Uuid } from "../schema/fields/uuid.ts"
import { Passkey } from "../schema/passkey.ts"
import { list as listOf } from "../schema/lists.ts"
import { Success } from "../schema/responses.ts"
import { wire } from "../schema/wire.ts"

const everyTier = {
  tiers: ["client", "server", "admin"],
  session: "current",
  resource: true,
  missingFrom: "Stack Auth"
} as const

const ofUser = { user_id: UserRef }
const onePath = "/passkeys/:user_id/:passkey_id"
const one = { user_id: UserRef, passkey_id: Uuid }

/** Lists the passkeys of a user, oldest first. The client tier has access to those of the caller. */
export const list = Endpoint.get("/passkeys/:user_id", {
  ...everyTier,
  params: ofUser,
  success: listOf(Passkey),
  errors: [CannotGetOwnUserWithoutUser, UserNotFound]
})

/** Renames a passkey of the signed-in user. */
export const rename = Endpoint.patch(onePath, {
  ...everyTier,
  params: one,
  body: wire({ name: PasskeyName }),
  success: Passkey,
  errors: [CannotGetOwnUserWithoutUser, PasskeyNotFound]
})

/** Removes one passkey. The others of the user keep working. */
export const remove = Endpoint.del(onePath, {
  ...everyTier,
  params: one,
  success: Success,
  errors: [CannotGetOwnUserWithoutUser, PasskeyNotFound]
})
