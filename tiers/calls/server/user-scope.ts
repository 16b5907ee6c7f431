/** The user that a call is about, and its credentials: the session, or the keys alone. */
import * as Effect from "effect/Effect"
import { call } from "../../../core/call/call.ts"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { Endpoint } from "../../../core/http/endpoint.ts"
import { Session, signedOut } from "../../../core/session/session.ts"
import type { CallDependencies } from "../call-dependencies.ts"

type SendCall = <Input, Success, Failure>(
  endpoint: Endpoint<Input, Success, Failure>,
  input: Input
) => Effect.Effect<Success, Failure | RequestError>

export interface UserScope {
  /** The user's id, or `me`. */
  readonly userId: string
  readonly dependencies: CallDependencies
  readonly run: SendCall
}

/** The dependencies of calls by the keys alone: no tokens of a session are sent. */
export const withKeysOnly = (dependencies: CallDependencies): CallDependencies => ({
  ...dependencies,
  bind: (effect) => dependencies.bind(Effect.provideService(effect, Session, signedOut))
})

/** Runs calls by the keys alone: no tokens of a session are sent. */
export const byKeys = (dependencies: CallDependencies): SendCall => {
  const { bind } = withKeysOnly(dependencies)
  return <Input, Success, Failure>(endpoint: Endpoint<Input, Success, Failure>, input: Input) =>
    bind(call<Input | {}, Success, Failure>(endpoint, input))
}

/** Any user of the project. */
export const anyUser = (dependencies: CallDependencies, userId: string): UserScope => ({
  userId,
  dependencies: withKeysOnly(dependencies),
  run: byKeys(dependencies)
})

/** The user of the session. The service determines the user, because the token on a server may be forged. */
export const sessionUser = (dependencies: CallDependencies): UserScope => ({
  userId: "me",
  dependencies,
  run: <Input, Success, Failure>(endpoint: Endpoint<Input, Success, Failure>, input: Input) =>
    dependencies.bind(call<Input | {}, Success, Failure>({ ...endpoint, session: "current" }, input))
})
