/** Whom a call is about, and by what right it is made. */
import * as Effect from "effect/Effect"
import { call } from "../../../core/call/call.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { Endpoint } from "../../../core/http/endpoint.ts"
import type { Navigation } from "../../../core/navigation/navigation.ts"
import { Session, signedOut } from "../../../core/session/session.ts"
import type { CallParts } from "../parts.ts"

export interface Who {
  /** The user's id, or `me`. */
  readonly userId: string
  readonly run: <Input, Success, Failure>(
    endpoint: Endpoint<Input, Success, Failure>,
    input: Input
  ) => Effect.Effect<Success, Failure | RequestError>
  readonly navigation: Navigation["Service"]
}

/** Runs calls by the keys alone: the tokens of whoever is signed in stay where they are (wire, section 2). */
export const byKeys =
  ({ bind }: CallParts): Who["run"] => <Input, Success, Failure>(endpoint: Endpoint<Input, Success, Failure>, input: Input) =>
    bind(Effect.provideService(call<Input | {}, Success, Failure>(endpoint, input), Session, signedOut))

/** Any user of the project. */
export const anyUser = (parts: CallParts, userId: string): Who => ({
  userId,
  run: byKeys(parts),
  navigation: parts.navigation
})

/** The user of the session. The service says who that is, never the text of a token that somebody may have made up. */
export const currentUser = ({ bind, navigation }: CallParts): Who => ({
  userId: "me",
  run: <Input, Success, Failure>(endpoint: Endpoint<Input, Success, Failure>, input: Input) =>
    bind(call<Input | {}, Success, Failure>({ ...endpoint, session: "current" }, input)),
  navigation
})
