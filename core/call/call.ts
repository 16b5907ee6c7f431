/**
 * One call, from top to bottom:
 *
 * encode → tokens → headers → send → actual status → known error? → decode
 *
 * An access token that expires soon is refreshed before it is sent. If the refresh fails, the call fails: the refresh
 * is a call of its own, with its own retries. A rejected access token is refreshed, and the attempt is repeated once.
 * Attempts that may be repeated (`FailedAttempt`) are repeated on the retry schedule. The whole call has a time limit.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ApiConfig, type KeysFor } from "../config/api-config.ts"
import {
  InvalidInput,
  NoConnection,
  NotAvailable,
  Offline,
  RequestError,
  type RequestErrorReason,
  SessionChanged,
  SessionRejected,
  TimedOut
} from "../errors/request-error.ts"
import { isLoopbackHost } from "../http/hosts.ts"
import { Online } from "../http/online.ts"
import type { Endpoint } from "../http/endpoint.ts"
import { FailedAttempt, reportWaiting } from "../http/retry.ts"
import { CallTrace, traced } from "../http/tracing.ts"
import { Transport } from "../http/transport.ts"
import type { Tier } from "../schema/tier.ts"
import { anonymousTokens } from "../session/anonymous-tokens.ts"
import { Session } from "../session/session.ts"
import { noTokens, sameToken, type Tokens } from "../session/tokens.ts"
import { within } from "../lightweight/time-limit.ts"
import { diagnose, type NoConnectionError, notDiagnosed } from "./diagnose.ts"
import { type EncodedInput, encodeInput, toRequest } from "./request.ts"
import { readResponse, StaleToken } from "./response.ts"

/**
 * Calls an endpoint.
 *
 * Fails with the errors that the endpoint declares, and with `RequestError` for everything else.
 *
 * @example const { accessToken } = yield* call(signIn, { body: { email, password } })
 */
export const call = <Input, Success, Failure, Access extends Tier = Tier>(
  endpoint: Endpoint<Input, Success, Failure, Access>,
  ...[input]: {} extends Input ? [input?: Input] : [input: Input]
): Effect.Effect<Success, Failure | RequestError, Transport | Session | ApiConfig | KeysFor<Access>> =>
  Effect.contextWith((context: Context.Context<Transport | Session | ApiConfig>) => {
    const config = Context.get(context, ApiConfig)
    const session = Context.get(context, Session)
    const transport = Context.get(context, Transport)
    const isOnline = Context.get(context, Online)
    const trace = Context.get(context, CallTrace)
    const clock = Context.get(context, Clock.Clock)
    const fail = (reason: RequestErrorReason) => new RequestError({ endpoint: endpoint.name, reason })

    const tiers: ReadonlyArray<Tier> = endpoint.tiers
    if (tiers.length > 0 && !tiers.includes(config.tier)) {
      return Effect.fail(
        fail(new NotAvailable({ cause: "tier", explanation: `it needs the tier ${tiers.join(" or ")}` }))
      )
    }

    const deadline = clock.currentTimeMillisUnsafe() + config.callTimeoutMillis
    const millisLeft = () => deadline - clock.currentTimeMillisUnsafe()
    const callTimedOut = () => Effect.fail(fail(new TimedOut({ limit: "call", millis: config.callTimeoutMillis })))

    // The session of the first attempt. A later one must not send the tokens of another user who signed in meanwhile.
    let refreshToken: Tokens["refreshToken"] = null
    const tokens = Effect.flatMap(
      // A refresh may serve other calls, too. It continues after the deadline of this call.
      endpoint.session === "current"
        ? Effect.suspend(() => within(session.tokens, millisLeft(), callTimedOut))
        : endpoint.session === "anonymous"
          ? Effect.suspend(() => within(anonymousTokens(session), millisLeft(), callTimedOut))
          : Effect.succeed(noTokens),
      (current) => {
        if (refreshToken !== null && current.refreshToken !== null && !sameToken(refreshToken, current.refreshToken)) {
          return Effect.fail(fail(new SessionChanged()))
        }
        refreshToken ??= current.refreshToken
        return Effect.succeed(current)
      }
    )

    const retryIfIdempotent = (error: RequestError) =>
      Effect.fail(endpoint.idempotent ? new FailedAttempt({ error, retryAfterMillis: 0 }) : error)

    // A device without a network reaches a service on itself.
    const isOnThisMachine = () => isLoopbackHost(new URL(config.baseUrl).hostname)

    const noConnection = (description: string) => {
      const error = fail(new NoConnection({ description, diagnostics: notDiagnosed }))
      // Not repeated: an offline device reaches a service on itself at once, unless a browser emulates the state.
      return isOnline() === false && isOnThisMachine() ? Effect.fail(error) : retryIfIdempotent(error)
    }

    // Only the first attempt that times out is repeated: a call to a service that hangs fails after two attempts, not
    // five.
    let hasTimedOut = false
    const attemptTimedOut = () => {
      const error = fail(new TimedOut({ limit: "attempt", millis: config.attemptTimeoutMillis }))
      const isFirst = !hasTimedOut
      hasTimedOut = true
      return isFirst ? retryIfIdempotent(error) : Effect.fail(error)
    }

    const send = (encoded: EncodedInput, tokens: Tokens) => {
      const left = millisLeft()
      const sent = transport
        .send(toRequest(endpoint, config, encoded, tokens))
        .pipe(
          Effect.catch((failure) =>
            failure._tag === "RequestError"
              ? Effect.fail(failure)
              : failure._tag === "ResponseTooLarge"
                ? Effect.fail(fail(failure))
                : noConnection(failure.description)
          )
        )
      return left < config.attemptTimeoutMillis
        ? within(sent, left, callTimedOut)
        : within(sent, config.attemptTimeoutMillis, attemptTimedOut)
    }

    const attemptOnce = (encoded: EncodedInput) =>
      Effect.suspend(() =>
        isOnline() === false && !isOnThisMachine() ? Effect.fail(fail(new Offline())) : tokens
      ).pipe(
        Effect.flatMap((tokens) =>
          Effect.flatMap(send(encoded, tokens), (response) =>
            readResponse(endpoint, config, response, tokens, session, fail)
          )
        )
      )

    const attempt = (encoded: EncodedInput) =>
      Effect.catchIf(attemptOnce(encoded), isStaleToken, () =>
        Effect.mapError(attemptOnce(encoded), (error) =>
          isStaleToken(error) ? fail(new SessionRejected({ code: error.code })) : error
        )
      )

    // The error of a failed refresh names the endpoint of the refresh: that call has retried and diagnosed it.
    const isUndiagnosed = (error: unknown): error is NoConnectionError =>
      error instanceof RequestError && error.endpoint === endpoint.name && error.reason._tag === "NoConnection"

    /** Repeats an attempt on the retry schedule. The first attempt has failed with `failure`. */
    const retry = <E>(attempt: Effect.Effect<Success, E>, failure: E) => {
      let next: Effect.Effect<Success, E> = Effect.fail(failure)
      const outcome = Effect.suspend(() => {
        const current = next
        next = attempt
        return current
      }).pipe(
        // The schedule repeats `FailedAttempt` only. Every other error is an outcome.
        Effect.map((success): Effect.Effect<Success, E> => Effect.succeed(success)),
        Effect.catch((error) => (isFailedAttempt(error) ? Effect.fail(error) : Effect.succeed(Effect.fail(error))))
      )
      return Effect.flatten(Effect.retryOrElse(outcome, reportWaiting(config.retry), (error) => Effect.fail(error)))
    }

    const limited = (encoded: EncodedInput) => {
      const first = attempt(encoded)
      // The schedule is set up only for a call whose first attempt failed. Most calls succeed at once.
      return Effect.catchIf(
        first,
        (failure) => isFailedAttempt(failure) || isUndiagnosed(failure),
        (failure) =>
          within(
            retry(first, failure).pipe(
              Effect.mapError((error) => (isFailedAttempt(error) ? error.error : error)),
              Effect.catchIf(isUndiagnosed, (error) => diagnose(error, config, transport, isOnline))
            ),
            millisLeft(),
            callTimedOut
          )
      )
    }

    return Effect.mapError(encodeInput(endpoint, input), (issue) => fail(new InvalidInput({ issue }))).pipe(
      Effect.flatMap((encoded) => traced(trace, endpoint, limited(encoded)))
    )
  })

const isStaleToken = (error: unknown): error is StaleToken => error instanceof StaleToken
const isFailedAttempt = (error: unknown): error is FailedAttempt => error instanceof FailedAttempt
