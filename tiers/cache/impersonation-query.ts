/** Reads from the access token whether an owner is signed in as the user. */
import * as Effect from "effect/Effect"
import type { RequestError } from "../../core/errors/request-error.ts"
import { impersonatorIn, userIdIn } from "../../core/session/tokens.ts"
import { Client, type ClientCalls } from "../client.ts"
import type { ClientQuery } from "./queries.ts"
import { keyOf } from "./query.ts"

/** An owner of the project who is signed in as a user. */
export interface Impersonation {
  /** The user as whom the owner is signed in. */
  readonly userId: string
  /** The owner, a user of the owners' console. */
  readonly ownerId: string
}

/** Returns the stored tokens, or new ones if the access token is missing. */
const tokensOf = ({ stored, tokens }: ClientCalls) =>
  Effect.flatMap(stored, (found) =>
    found.accessToken === null && found.refreshToken !== null ? tokens : Effect.succeed(found)
  )

/** The owner who is signed in as the user of the session; `null` without one. */
export const impersonationQuery: ClientQuery<Impersonation | null, RequestError> = {
  name: "impersonation",
  key: keyOf("impersonation"),
  ofSession: true,
  effect: Effect.map(Effect.flatMap(Client, tokensOf), ({ accessToken }) => {
    const ownerId = accessToken && impersonatorIn(accessToken)
    const userId = accessToken && userIdIn(accessToken)
    return ownerId === null || userId === null ? null : { ownerId, userId }
  })
}
