/** Whom a call is about, and by what right it is made. */
import * as Effect from "effect/Effect"
import { call } from "../../../core/call/call.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { Endpoint } from "../../../core/http/endpoint.ts"
import { Session, signedOut } from "../../../core/session/session.ts"
import type { CallParts } from "../parts.ts"

type Run = <Input, Success, Failure>(
  endpoint: Endpoint<Input, Success, Failure>,
  input: Input
) => Effect.Effect<Success, Failure | RequestError>

export interface Who {
  /** The user's id, or `me`. */
  readonly userId: string
  readonly parts: CallParts
  readonly run: Run
}

const withKeysOnly = (parts: CallParts): CallParts => ({
  ...parts,
  bind: (effect) => parts.bind(Effect.provideService(effect, Session, signedOut))
})

/** Runs calls by the keys alone: the tokens of whoever is signed in stay where they are (wire, section 2). */
export const byKeys = (parts: CallParts): Run => {
  const { bind } = withKeysOnly(parts)
  return <Input, Success, Failure>(endpoint: Endpoint<Input, Success, Failure>, input: Input) =>
    bind(call<Input | {}, Success, Failure>(endpoint, input))
}

/** Any user of the project. */
export const anyUser = (parts: CallParts, userId: string): Who => ({
  userId,
  parts: withKeysOnly(parts),
  run: byKeys(parts)
})

/** The user of the session. The service says who that is, never the text of a token that somebody may have made up. */
export const sessionUser = (parts: CallParts): Who => ({
  userId: "me",
  parts,
  run: <Input, Success, Failure>(endpoint: Endpoint<Input, Success, Failure>, input: Input) =>
    parts.bind(call<Input | {}, Success, Failure>({ ...endpoint, session: "current" }, input))
})
