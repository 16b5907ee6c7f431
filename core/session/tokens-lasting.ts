/** Tokens that last, to hand on to others. Apart from the session itself, which every page ships. */
import * as Effect from "effect/Effect"
import type { RequestError } from "../errors/request-error.ts"
import { TokenLifeTooLong } from "../errors/token-life.ts"
import { Session } from "./session.ts"
import { LIFE_LIMIT_MILLIS, type Tokens } from "./tokens.ts"

/**
 * The session's tokens with an access token that has more than `minMillis` to live, if the service issues such. No more
 * than 59,999 may be asked for (specification, section 9).
 */
export const tokensLasting = (minMillis: number): Effect.Effect<Tokens, TokenLifeTooLong | RequestError, Session> =>
  minMillis < LIFE_LIMIT_MILLIS
    ? Effect.flatMap(Session, ({ lasting }) => lasting(minMillis))
    : Effect.fail(new TokenLifeTooLong({ millis: minMillis }))
