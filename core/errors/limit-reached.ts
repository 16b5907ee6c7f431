/** The known error about the maximum number of anything. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/**
 * The maximum number is reached: of API keys, passkeys, teams, contact channels, connected accounts, open invitations,
 * owned projects, webhook targets or permissions, depending on the call. An extension.
 */
export class LimitReached extends knownError("LimitReached", {
  status: 400,
  details: { maximum: Schema.Finite },
  message: ({ maximum }) => `The maximum of ${maximum} is reached. Remove one, then try again.`
}) {}
