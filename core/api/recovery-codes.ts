/** Endpoints of the recovery codes of the second factor. An extension: the original service does not have them. */
import { MultiFactorAuthenticationNotEnabled } from "../errors/recovery-code.ts"
import { CannotGetOwnUserWithoutUser } from "../errors/own-user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { NewRecoveryCodes, RecoveryCodesState } from "../schema/recovery-codes.ts"
import { wire } from "../schema/wire.ts"

const path = "/auth/mfa/recovery-codes"
const ofCaller = {
  tiers: ["client", "server", "admin"],
  session: "current",
  resource: true,
  missingFrom: "Stack Auth"
} as const

/** Returns how many recovery codes the signed-in user has left. */
export const getState = Endpoint.get(path, {
  ...ofCaller,
  success: RecoveryCodesState,
  errors: [CannotGetOwnUserWithoutUser]
})

/** Creates ten recovery codes for the signed-in user. They replace all previous ones. */
export const generate = Endpoint.post(path, {
  ...ofCaller,
  body: wire({}),
  success: NewRecoveryCodes,
  errors: [CannotGetOwnUserWithoutUser, MultiFactorAuthenticationNotEnabled]
})
