/** The tokens that calls of sign-up and sign-in send. */
import * as Effect from "effect/Effect"
import type { RequestError } from "../errors/request-error.ts"
import type { Session } from "./session.ts"
import { isAnonymous, noTokens, type Tokens } from "./tokens.ts"

/**
 * The tokens of an anonymous user, for calls that turn the user into a real one. None for a real user, whose tokens are
 * not refreshed for this.
 */
export const anonymousTokens = (session: Session["Service"]): Effect.Effect<Tokens, RequestError> =>
  Effect.flatMap(session.stored, ({ accessToken }) =>
    accessToken !== null && !isAnonymous(accessToken)
      ? Effect.succeed(noTokens)
      : Effect.map(session.tokens, (tokens) =>
          tokens.accessToken !== null && isAnonymous(tokens.accessToken) ? tokens : noTokens
        )
  )
