/** Reads from the access token whether an owner is signed in as the user. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { impersonatorIn, userIdIn } from "../../core/session/tokens.ts"
import { Client, type ClientCalls } from "../../tiers/client.ts"
import type { Keystile } from "./keystile.ts"

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

const read = (client: ClientCalls) =>
  Effect.map(tokensOf(client), ({ accessToken }): Impersonation | null => {
    const ownerId = accessToken && impersonatorIn(accessToken)
    const userId = accessToken && userIdIn(accessToken)
    return ownerId === null || userId === null ? null : { ownerId, userId }
  })

/** Calls the listener with the state now and after each change of the session. Returns how to stop. */
export const watchImpersonation = (
  { run }: Keystile,
  listener: (impersonation: Impersonation | null) => void
): (() => void) => {
  let isStopped = false
  let unsubscribe: (() => void) | undefined
  const check = async () => {
    const exit = await run(Effect.flatMap(Client, read))
    if (!isStopped && Exit.isSuccess(exit)) listener(exit.value)
  }
  const start = async () => {
    const exit = await run(Effect.map(Client, ({ onSessionChange }) => onSessionChange))
    if (isStopped || !Exit.isSuccess(exit)) return
    unsubscribe = exit.value(() => void check())
    await check()
  }
  void start()
  return () => {
    isStopped = true
    unsubscribe?.()
  }
}
