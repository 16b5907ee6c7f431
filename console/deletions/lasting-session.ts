/** A session for deletions, which outlives the owner's own in this browser. */
import * as Effect from "effect/Effect"
import type { Session } from "../../core/session/session.ts"
import { noTokens, sameToken, type Tokens } from "../../core/session/tokens.ts"

/**
 * Returns the session with its last access token after another owner has signed in, for example in another tab: a
 * deletion is sent as the owner who chose it. The service refuses the token if the owner has signed out. The last token
 * is also used if the session cannot be read, for example because the refresh of the next owner fails.
 */
export const lastingSession = (session: Session["Service"]): Session["Service"] => {
  let last: Tokens = noTokens
  const keep = (now: Tokens): Tokens => {
    if (now.accessToken !== null) last = now
    return last
  }
  return {
    ...session,
    tokens: session.tokens.pipe(
      Effect.map(keep),
      Effect.catch((error) => (last.accessToken === null ? Effect.fail(error) : Effect.succeed(last)))
    ),
    tokensLasting: (minMillis) => Effect.map(session.tokensLasting(minMillis), keep),
    markRefused: (accessToken) =>
      Effect.suspend(() => {
        if (sameToken(last.accessToken, accessToken)) last = noTokens
        return session.markRefused(accessToken)
      })
  }
}
