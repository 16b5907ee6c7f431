/**
 * One call, from top to bottom:
 *
 * encode → headers → send → actual status → known error? → decode
 *
 * and around it: a refused access token is refreshed and the call goes again, once; what is worth another try goes by
 * the retry schedule; the whole is limited in time.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import { ApiConfig, type ApiConfigValues, type KeysFor } from "../config.ts"
import { type AnyKnownError, errorBody } from "../errors/known-error.ts"
import {
  BrokenProtocol,
  InvalidInput,
  NoConnection,
  NotAvailable,
  Offline,
  RateLimited,
  Refused,
  RequestError,
  type RequestErrorReason,
  SessionChanged,
  SessionRejected,
  TimedOut,
  UnexpectedBody,
  UnexpectedStatus,
  UnknownErrorCode
} from "../errors/request-error.ts"
import { randomText } from "../session/random.ts"
import { Session } from "../session/session.ts"
import { noTokens, sameToken, type Tokens } from "../session/tokens.ts"
import { Online } from "../http/connectivity.ts"
import { type Endpoint, type EndpointFacts, fullPath, noQuery, type WireInput } from "../http/endpoint.ts"
import { header, projectHeaders } from "../http/headers.ts"
import { Again, retryAfterMillis, waitBeforeNext } from "../http/retry.ts"
import { CallTrace } from "../http/tracing.ts"
import type { Tier } from "../schema/tier.ts"
import { pause, within } from "../time-limit.ts"
import { Transport, type TransportRequest, type TransportResponse } from "../http/transport.ts"

/** The access token was refused: worth one more try with a fresh one. */
class StaleToken extends Data.TaggedError("StaleToken")<{ readonly code: string }> {}

const staleCodes = new Set(["UNPARSABLE_ACCESS_TOKEN", "ACCESS_TOKEN_EXPIRED", "INVALID_PROJECT_FOR_ACCESS_TOKEN"])

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
    const clock = Context.get(context, Clock.Clock)
    const fail = (reason: RequestErrorReason) => new RequestError({ endpoint: endpoint.name, reason })

    const deadline = clock.currentTimeMillisUnsafe() + config.callTimeoutMillis
    const callTimedOut = () => Effect.fail(fail(new TimedOut({ limit: "call", millis: config.callTimeoutMillis })))

    // Whose call this is: one that waits for its next attempt does not go on as somebody else who signed in meanwhile.
    let caller: Tokens["refreshToken"] = null

    // One attempt that gets no response is repeated, a second one is not: a call to a service that hangs fails after twice
    // the time of an attempt, and not after five times that.
    let hasTimedOut = false
    const timedOut = (reason: TimedOut): Effect.Effect<never, Again<RequestError> | RequestError> => {
      const isDue = endpoint.idempotent && !hasTimedOut
      hasTimedOut = true
      return Effect.fail(isDue ? new Again({ error: fail(reason), afterMillis: 0, isDue }) : fail(reason))
    }

    const send = (written: Written, tokens: Tokens) => {
      const left = deadline - clock.currentTimeMillisUnsafe()
      return within(
        transport.send(toRequest(endpoint, config, written, tokens)),
        Math.min(config.attemptTimeoutMillis, left),
        (): Effect.Effect<never, RequestError | TimedOut> =>
          left < config.attemptTimeoutMillis
            ? callTimedOut()
            : Effect.fail(new TimedOut({ limit: "attempt", millis: config.attemptTimeoutMillis }))
      ).pipe(
        Effect.catch((reason) =>
          reason._tag === "RequestError"
            ? Effect.fail(reason)
            : reason._tag === "ResponseTooLarge"
            ? Effect.fail(fail(reason))
            : reason._tag === "TimedOut"
            ? timedOut(reason)
            : maybeAgain(
              endpoint.idempotent,
              fail(new NoConnection({ description: reason.description, diagnostics: notDiagnosed }))
            )
        ),
        Effect.flatMap((response) => read(endpoint, config, response, tokens, session, fail))
      )
    }

    const attempt = (written: Written) =>
      Effect.suspend(() =>
        isOnline() === false
          ? Effect.fail(fail(new Offline()))
          : Effect.flatMap(endpoint.session === "current" ? session.tokens : Effect.succeed(noTokens), (tokens) => {
            if (caller !== null && tokens.refreshToken !== null && !sameToken(caller, tokens.refreshToken)) {
              return Effect.fail(fail(new SessionChanged()))
            }
            caller ??= tokens.refreshToken
            return send(written, tokens)
          })
      )

    // A refresh that got no connection has looked for the cause itself.
    const isOwn = (error: unknown): error is NotConnected =>
      error instanceof RequestError && error.endpoint === endpoint.name && error.reason._tag === "NoConnection"

    /** What comes after attempt number `attempts`, which failed. */
    const goOn = (
      again: ReturnType<typeof attempt>,
      failure: Effect.Error<typeof again>,
      attempts: number
    ): Effect.Effect<Success, Failure | RequestError> => {
      if (isStaleToken(failure)) {
        return again.pipe(Effect.catch((latest) =>
          isStaleToken(latest)
            ? Effect.fail(fail(new SessionRejected({ code: latest.code })))
            : goOn(again, latest, attempts)
        ))
      }
      if (isAgain(failure)) {
        return Effect.flatMap(waitBeforeNext(failure, attempts, clock.currentTimeMillisUnsafe()), (millis) =>
          millis === null
            ? goOn(again, failure.error, attempts)
            : Effect.flatMap(pause(millis), () =>
              again.pipe(Effect.catch((latest) => goOn(again, latest, attempts + 1)))))
      }
      return isOwn(failure) ? diagnose(failure, config, transport, isOnline) : Effect.fail(failure)
    }

    // An attempt is limited by itself, and so is a refresh: the limit of the whole call is only set when there is more.
    const limited = (again: ReturnType<typeof attempt>) =>
      Effect.catchIf(
        again,
        (failure) => isStaleToken(failure) || isAgain(failure) || isOwn(failure),
        (failure) => within(goOn(again, failure, 1), deadline - clock.currentTimeMillisUnsafe(), callTimedOut)
      )

    const tiers: ReadonlyArray<Tier> = endpoint.tiers
    if (tiers.length > 0 && !tiers.includes(config.tier)) {
      return Effect.fail(fail(new NotAvailable({ cause: "tier", explanation: `it needs the tier ${tiers.join(" or ")}` })))
    }

    return Effect.mapError(prepare(endpoint, input), (issue) => fail(new InvalidInput({ issue }))).pipe(
      Effect.flatMap((written) => Context.get(context, CallTrace)(endpoint, limited(attempt(written))))
    )
  })

type Fail = (reason: RequestErrorReason) => RequestError

const isStaleToken = (error: unknown): error is StaleToken => error instanceof StaleToken
const isAgain = (error: unknown): error is Again<RequestError> => error instanceof Again
type NotConnected = RequestError & { readonly reason: NoConnection }

const maybeAgain = (
  worthIt: boolean,
  error: RequestError,
  afterMillis = 0
): Effect.Effect<never, Again<RequestError> | RequestError> =>
  Effect.fail(worthIt ? new Again({ error, afterMillis }) : error)

// ── The request ─────────────────────────────────────────────────────────────────────────────────────────────────────

const prepare = <Input>(
  endpoint: Endpoint<Input, unknown, unknown>,
  input: Input | undefined
): Effect.Effect<Written, SchemaIssue.Issue> => {
  // Most reads: nothing was given, and nothing can be.
  const { body, params, query = noQuery } = endpoint.parts
  if (input === undefined && !body && !params && query === noQuery) {
    return Effect.succeed({ target: fullPath(endpoint), body: undefined })
  }
  // A query need not be given; where there is none the schema drops it.
  const given = input as { readonly query?: unknown } | undefined
  return Effect.flatMap(
    SchemaParser.encodeEffect(endpoint.input)({ ...input, query: given?.query ?? {} } as unknown as Input),
    (parts) => write(endpoint, parts)
  )
}

/** What is the same in every attempt. */
interface Written {
  /** Path and query. */
  readonly target: string
  readonly body: string | undefined
}

const write = (
  endpoint: EndpointFacts,
  { body, params = {}, query = {} }: WireInput
): Effect.Effect<Written, SchemaIssue.Issue> => {
  const invalid = (path: ReadonlyArray<string>, message: string) =>
    new SchemaIssue.Pointer(path, new SchemaIssue.InvalidValue({ message }))
  // `.` and `..` climb to another endpoint, percent-encoded or not, and an empty text leads to the list.
  const climbing = Object.keys(params).find((name) => /^\.{0,2}$/.test(params[name] ?? ""))
  if (climbing !== undefined) return Effect.fail(invalid(["params", climbing], "Expected a text that names one thing"))
  return Effect.try({
    try: () => {
      const path = fullPath(endpoint).replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
      const search = new URLSearchParams(
        Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
      ).toString()
      return {
        target: `${path}${search === "" ? "" : `?${search}`}`,
        body: body === undefined
          ? undefined
          : endpoint.encoding === "form"
          ? new URLSearchParams(body as Record<string, string>).toString()
          : JSON.stringify(body)
      }
    },
    // Half a character in a path, or a body that is nested more deeply than the stack.
    catch: () => invalid([], "Expected what can be written as a URL and as JSON")
  })
}

const contentTypes = { form: "application/x-www-form-urlencoded", json: "application/json" } as const

const toRequest = (
  endpoint: EndpointFacts,
  config: ApiConfigValues,
  { body, target }: Written,
  tokens: Tokens
): TransportRequest => ({
  method: endpoint.method,
  url: `${config.baseUrl}${target}`,
  headers: {
    ...(body !== undefined && { "content-type": contentTypes[endpoint.encoding] }),
    ...(endpoint.tiers.length > 0 && projectHeaders(config, randomText(), tokens, endpoint.takesRefreshToken))
  },
  body,
  maxResponseBytes: config.maxResponseBytes
})

// ── The answer ──────────────────────────────────────────────────────────────────────────────────────────────────────

const read = <Success, Failure>(
  endpoint: EndpointFacts<Success, Failure>,
  config: ApiConfigValues,
  response: TransportResponse,
  tokens: Tokens,
  session: Session["Service"],
  fail: Fail
) => {
  const status = actualStatus(response)
  if (status === null) {
    return Effect.fail(fail(new BrokenProtocol({ explanation: "its actual-status header is no HTTP status" })))
  }
  const code = response.header(header.knownError)
  if (code === undefined && status >= 200 && status < 300) {
    const body = endpoint.answer === "text" ? response.body : parse(response.body)
    if (body === undefined) return Effect.fail(fail(new UnexpectedBody({ issue: null })))
    return Effect.mapError(
      SchemaParser.decodeUnknownEffect(endpoint.success)(body),
      (issue) => fail(new UnexpectedBody({ issue }))
    )
  }
  return Effect.gen(function*() {
    if (code !== undefined) {
      const body = parse(response.body)
      if ((body as { readonly code?: unknown } | null | undefined)?.code !== code) {
        return yield* fail(
          new BrokenProtocol({ explanation: "header and body name different errors" })
        )
      }
      if (staleCodes.has(code) && tokens.accessToken !== null) {
        yield* session.refused(tokens.accessToken)
        return yield* new StaleToken({ code })
      }
      return yield* readKnownError(endpoint, config, body, status, code, fail)
    }
    const now = yield* Clock.currentTimeMillis
    const wait = retryAfterMillis(response.header("retry-after"), now)
    const retryAt = wait === null ? null : new Date(Math.min(now + wait, 8.64e15))
    const error = fail(
      status === 429
        ? new RateLimited({ retryAt })
        : new UnexpectedStatus({ status, body: Redacted.make(response.body.slice(0, 2000)), retryAt })
    )
    const worthIt = status === 429 ||
      (status === 508 && response.body.includes("INFINITE_LOOP_DETECTED")) ||
      (status === 503 && endpoint.idempotent)
    return yield* maybeAgain(worthIt && (wait ?? 0) <= config.maxRetryAfterMillis, error, wait ?? 0)
  })
}

/** The status that the service means: proxies and browsers see 200, the true one stands in a header (wire, section 3). */
const actualStatus = (response: TransportResponse): number | null => {
  const given = response.header(header.actualStatus)
  if (given === undefined) return response.status
  return /^[1-5]\d\d$/.test(given) ? Number(given) : null
}

/** The JSON in a body; `undefined` if it is none. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const readKnownError = <Failure>(
  endpoint: EndpointFacts<unknown, Failure>,
  config: ApiConfigValues,
  body: unknown,
  status: number,
  code: string,
  fail: Fail
): Effect.Effect<never, Failure | RequestError> => {
  const declared = endpoint.errors.find((known) => known.code === code)
  if (declared !== undefined) return decodeError(declared, body, fail, (error) => error)
  return Effect.flatMap(config.commonErrors, (errors) => {
    const common = errors.find((known) => known.code === code)
    if (common !== undefined) return decodeError(common, body, fail, (error) => fail(new Refused({ error })))
    const { error: text } = body as { readonly error?: unknown }
    return fail(
      new UnknownErrorCode({
        code: code.slice(0, 100),
        status,
        text: Redacted.make(typeof text === "string" ? text.slice(0, 500) : "")
      })
    )
  })
}

const decodeError = <Self, E>(known: AnyKnownError<Self>, body: unknown, fail: Fail, as: (error: Self) => E) =>
  SchemaParser.decodeUnknownEffect(errorBody(known))(body).pipe(
    Effect.mapError((issue: SchemaIssue.Issue) => fail(new UnexpectedBody({ issue }))),
    Effect.flatMap((error) => Effect.fail(as(error)))
  )

// ── When nothing came back ──────────────────────────────────────────────────────────────────────────────────────────

const notDiagnosed = { online: null, health: "unreachable" } as const

/** How long the health check of the diagnostics may take, in milliseconds. */
const DIAGNOSTICS_TIMEOUT = 3000

const diagnose = (
  error: NotConnected,
  config: ApiConfigValues,
  transport: Transport["Service"],
  isOnline: () => boolean | null
): Effect.Effect<never, RequestError> =>
  within(
    transport.send({ method: "GET", url: `${config.baseUrl}/health`, headers: {}, body: undefined, maxResponseBytes: config.maxResponseBytes }),
    DIAGNOSTICS_TIMEOUT,
    () => Effect.fail("unreachable")
  ).pipe(
    Effect.as("reachable" as const),
    Effect.orElseSucceed(() => "unreachable" as const),
    Effect.flatMap((health) => {
      const { description } = error.reason
      const reason = isOnline() === false
        ? new Offline()
        : new NoConnection({ description, diagnostics: { online: isOnline(), health } })
      return Effect.fail(new RequestError({ endpoint: error.endpoint, reason }))
    })
  )
