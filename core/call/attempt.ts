/**
 * One attempt of a call: tokens → headers → send → actual status → known error? → decode.
 *
 * If the access token expires soon, a new one is fetched first. If that refresh fails, the call fails: the refresh is a
 * call of its own, with its own retries. A rejected access token is refreshed, and the attempt is repeated once.
 */
import * as Effect from "effect/Effect"
import {
  NoConnection,
  Offline,
  type RequestError,
  SessionChanged,
  SessionRejected,
  TimedOut
} from "../errors/request-error.ts"
import type { Endpoint } from "../http/endpoint.ts"
import { isLoopbackHost } from "../http/hosts.ts"
import { FailedAttempt } from "../http/retry.ts"
import type { Transport } from "../http/transport.ts"
import { within } from "../lightweight/time-limit.ts"
import type { Tier } from "../schema/tier.ts"
import { anonymousTokens } from "../session/anonymous-tokens.ts"
import { noTokens, sameToken, type Tokens } from "../session/tokens.ts"
import { notDiagnosed } from "./diagnose.ts"
import { type EncodedInput, toRequest } from "./request.ts"
import { readResponse, type ResponseContext, StaleToken } from "./response.ts"

/** What the attempts of one call have in common. */
export interface CallSettings extends ResponseContext {
  readonly transport: Transport["Service"]
  /** `null` where the platform does not report it. */
  readonly isOnline: () => boolean | null
  /** The time until the limit of the whole call, in milliseconds. */
  readonly millisLeft: () => number
  /** Interrupts an effect at the limit of the whole call, and fails with `TimedOut`. */
  readonly withinCall: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E | RequestError>
}

/**
 * Returns an effect that runs one attempt each time. It fails with the known errors of the endpoint, with
 * `FailedAttempt` if the retry schedule may repeat the attempt, and with `RequestError` for everything else.
 */
export const makeAttempt = <Input, Success, Failure, Access extends Tier>(
  endpoint: Endpoint<Input, Success, Failure, Access>,
  settings: CallSettings,
  encoded: EncodedInput
): Effect.Effect<Success, Failure | RequestError | FailedAttempt> => {
  const { config, isOnline, millisLeft, session, toRequestError, transport, withinCall } = settings
  // The session of the first attempt. A later one must not send the tokens of another user who signed in meanwhile.
  let refreshToken: Tokens["refreshToken"] = null
  const currentTokens = Effect.flatMap(
    // A refresh may serve other calls, too. It continues after the deadline of this call.
    endpoint.session === "current"
      ? withinCall(session.tokens)
      : endpoint.session === "anonymous"
        ? withinCall(anonymousTokens(session))
        : Effect.succeed(noTokens),
    (current) => {
      if (refreshToken !== null && current.refreshToken !== null && !sameToken(refreshToken, current.refreshToken)) {
        return toRequestError(new SessionChanged())
      }
      refreshToken ??= current.refreshToken
      return Effect.succeed(current)
    }
  )

  const retryIfIdempotent = (error: RequestError): Effect.Effect<never, FailedAttempt | RequestError> =>
    endpoint.idempotent ? new FailedAttempt({ error, retryAfterMillis: 0 }) : error

  // A device without a network reaches a service on itself.
  const isOnThisMachine = () => isLoopbackHost(new URL(config.baseUrl).hostname)

  const noConnection = (description: string) => {
    const error = toRequestError(new NoConnection({ description, diagnostics: notDiagnosed }))
    // Not repeated: an offline device reaches a service on itself at once, unless a browser emulates the state.
    return isOnline() === false && isOnThisMachine() ? error : retryIfIdempotent(error)
  }

  // Only the first attempt that times out is repeated: a call to a service that hangs fails after two attempts, not
  // five.
  let hasTimedOut = false
  const attemptTimedOut = () => {
    const error = toRequestError(new TimedOut({ limit: "attempt", millis: config.attemptTimeoutMillis }))
    const isFirst = !hasTimedOut
    hasTimedOut = true
    return isFirst ? retryIfIdempotent(error) : error
  }

  const send = (tokens: Tokens) => {
    const sent = transport
      .send(toRequest(endpoint, config, encoded, tokens))
      .pipe(
        Effect.catch((failure) =>
          failure._tag === "RequestError"
            ? failure
            : failure._tag === "ResponseTooLarge"
              ? toRequestError(failure)
              : noConnection(failure.description)
        )
      )
    return millisLeft() < config.attemptTimeoutMillis
      ? withinCall(sent)
      : within(sent, config.attemptTimeoutMillis, attemptTimedOut)
  }

  const attemptOnce = Effect.flatMap(
    Effect.suspend(() => (isOnline() === false && !isOnThisMachine() ? toRequestError(new Offline()) : currentTokens)),
    (tokens) => Effect.flatMap(send(tokens), (response) => readResponse(endpoint, response, tokens, settings))
  )

  return Effect.catchIf(attemptOnce, isStaleToken, () =>
    Effect.mapError(attemptOnce, (error) =>
      isStaleToken(error) ? toRequestError(new SessionRejected({ code: error.code })) : error
    )
  )
}

const isStaleToken = (error: unknown): error is StaleToken => error instanceof StaleToken
