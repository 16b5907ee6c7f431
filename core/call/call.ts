/**
 * One call, from top to bottom:
 *
 * encode → attempt (`attempt.ts`) → repeat on the retry schedule → diagnose a lost connection
 *
 * Attempts that may be repeated (`FailedAttempt`) are repeated on the retry schedule. The whole call has a time limit.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ApiConfig, type KeysFor } from "../config/api-config.ts"
import { InvalidInput, NotAvailable, RequestError, type RequestErrorReason, TimedOut } from "../errors/request-error.ts"
import { Online } from "../http/online.ts"
import type { Endpoint } from "../http/endpoint.ts"
import { FailedAttempt, reportWaiting, type RetrySchedule } from "../http/retry.ts"
import { CallTrace, traceCall } from "../http/tracing.ts"
import { Transport } from "../http/transport.ts"
import type { Tier } from "../schema/tier.ts"
import { Session } from "../session/session.ts"
import { within } from "../lightweight/time-limit.ts"
import { type CallSettings, makeAttempt } from "./attempt.ts"
import { diagnose, type NoConnectionError } from "./diagnose.ts"
import { encodeInput } from "./request.ts"

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
    const trace = Context.get(context, CallTrace)
    const clock = Context.get(context, Clock.Clock)
    const toRequestError = (reason: RequestErrorReason) => new RequestError({ endpoint: endpoint.name, reason })

    const tiers: ReadonlyArray<Tier> = endpoint.tiers
    if (tiers.length > 0 && !tiers.includes(config.tier)) {
      return toRequestError(new NotAvailable({ cause: "tier", explanation: `it needs the tier ${tiers.join(" or ")}` }))
    }

    const deadline = clock.currentTimeMillisUnsafe() + config.callTimeoutMillis
    const millisLeft = () => deadline - clock.currentTimeMillisUnsafe()
    const timedOut = () => toRequestError(new TimedOut({ limit: "call", millis: config.callTimeoutMillis }))
    const settings: CallSettings = {
      config,
      session: Context.get(context, Session),
      transport: Context.get(context, Transport),
      isOnline: Context.get(context, Online),
      millisLeft,
      withinCall: (effect) => Effect.suspend(() => within(effect, millisLeft(), timedOut)),
      toRequestError
    }

    return Effect.mapError(encodeInput(endpoint, input), (issue) => toRequestError(new InvalidInput({ issue }))).pipe(
      Effect.flatMap((encoded) =>
        traceCall(trace, endpoint, repeatAttempt(makeAttempt(endpoint, settings, encoded), endpoint.name, settings))
      )
    )
  })

/** Repeats an attempt on the retry schedule, within the time limit of the call. */
const repeatAttempt = <Success, E>(
  attempt: Effect.Effect<Success, E | FailedAttempt>,
  endpointName: string,
  { config, isOnline, transport, withinCall }: CallSettings
) => {
  // An error of the token refresh names the endpoint of the refresh, which is a call of its own and has diagnosed it.
  const isUndiagnosed = (error: unknown): error is NoConnectionError =>
    error instanceof RequestError && error.endpoint === endpointName && error.reason._tag === "NoConnection"

  // The schedule is set up only for a call whose first attempt failed. Most calls succeed at once.
  return Effect.catchIf(
    attempt,
    (failure) => isFailedAttempt(failure) || isUndiagnosed(failure),
    (failure) =>
      withinCall(
        retry(attempt, failure, config.retry).pipe(
          Effect.mapError((error) => (isFailedAttempt(error) ? error.error : error)),
          Effect.catchIf(isUndiagnosed, (error) => diagnose(error, config, transport, isOnline))
        )
      )
  )
}

/** Repeats an attempt on a schedule. The first attempt has failed with `failure`. */
const retry = <Success, E>(attempt: Effect.Effect<Success, E>, failure: E, schedule: RetrySchedule) => {
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
  return Effect.flatten(Effect.retryOrElse(outcome, reportWaiting(schedule), (error) => Effect.fail(error)))
}

const isFailedAttempt = (error: unknown): error is FailedAttempt => error instanceof FailedAttempt
