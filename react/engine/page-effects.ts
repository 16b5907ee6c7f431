/** Effects of pages that load with the first field, and of their cards. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { pause } from "../../core/lightweight/time-limit.ts"
import { type ClientQuery, projectQuery, userQuery } from "../../tiers/cache/queries.ts"
import { Client } from "../../tiers/client.ts"
import { writeEmailDraft } from "../storage/email-draft.ts"
import { changeSession } from "./change-session.ts"
import type { Keystile } from "./keystile.ts"
import { signOut } from "./sign-out.ts"

/** Completes the sign-in with a provider. */
export const finishOAuthCallback = Effect.flatMap(Client, ({ callOAuthCallback, projectId }) =>
  Effect.tap(callOAuthCallback(), ({ signedIn }) =>
    Effect.sync(() => {
      if (signedIn) writeEmailDraft(projectId, "")
    })
  )
)

/** Signs out and redirects to `afterSignOut`, also after unmount. */
export const signOutWork = (keystile: Keystile): Effect.Effect<void, never, Client> =>
  changeSession(keystile, signOut, "afterSignOut", { detached: true })

/** Pause between two attempts, in milliseconds. */
const RECOVERY_PAUSE = 5000

/** Reads user and project until both succeed. The shown content stays meanwhile. */
export const untilRecovered = ({ cache }: Keystile): Effect.Effect<void> => {
  const read = async <A, E>(query: ClientQuery<A, E>) => {
    const { exit, promise } = cache.read(query)
    if (exit === undefined) await promise
    else if (!Exit.isSuccess(exit)) await cache.refresh(query)
    const result = cache.read(query).exit
    return result !== undefined && Exit.isSuccess(result)
  }
  const attempt = Effect.promise(() => Promise.all([read(projectQuery), read(userQuery)]))
  return Effect.gen(function* () {
    for (let isRecovered = false; !isRecovered;) {
      yield* pause(RECOVERY_PAUSE)
      isRecovered = (yield* attempt).every(Boolean)
    }
  })
}
