/** Sign-in on a command line: the program that signs in, and the page where its user approves. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Api from "../../core/api/command-line.ts"
import { call } from "../../core/call/call.ts"
import { ConfigurationError } from "../../core/config/configuration-error.ts"
import { CliAuthExpiredError, CliAuthUsedError } from "../../core/errors/command-line.ts"
import { CommandLineSignInDenied } from "../../core/errors/local-errors.ts"
import type { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import { RequestError } from "../../core/errors/request-error.ts"
import { UserAuthenticationRequired } from "../../core/errors/user.ts"
import { pause, within } from "../../core/lightweight/time-limit.ts"
import type { CommandLineSignInDetails } from "../../core/schema/command-line-sign-in.ts"
import { isAnonymous } from "../../core/session/tokens.ts"
import type { CallDependencies } from "./call-dependencies.ts"
import type { CallError } from "./call-error.ts"
import { redact, type SecretText } from "./redact.ts"
import { requirePersistentSession } from "./require-persistent-session.ts"
import { parseUrl } from "../../core/environment/parse-url.ts"

/** The options of `signInOnCommandLine`. */
export interface CommandLineSignInOptions {
  /** The URL of the application whose handler has the page `cli-auth-confirm`, e.g. `https://app.example.com`. */
  readonly appUrl: string
  /** Shows the user the URL to open in any browser, e.g. prints it. */
  readonly showUrl: (url: string, expiresAt: Date) => Effect.Effect<void>
  /** The time for which the user can approve, in milliseconds: at most a day. Default: two hours. */
  readonly expiresInMillis?: number | undefined
}

/** The errors of `signInOnCommandLine`. */
export type SignInOnCommandLineError =
  | CallError<typeof Api.start | typeof Api.poll>
  | CliAuthExpiredError
  | CliAuthUsedError
  | CommandLineSignInDenied
  | ConfigurationError
  | CookiesBlocked

/** The errors of `getCommandLineSignIn`. */
export type ReadCommandLineSignInError = CallError<typeof Api.complete>

/** The errors of `approveCommandLineSignIn`. */
export type ApproveCommandLineSignInError = CallError<typeof Api.complete> | UserAuthenticationRequired

/** The errors of `denyCommandLineSignIn`. */
export type DenyCommandLineSignInError = CallError<typeof Api.deny>

/** The sign-in of a program without a browser, and its approval in one. */
export interface CommandLineCalls {
  /**
   * Signs in a program without a browser, in place of the previous session: shows a URL, and polls until its user has
   * approved in a browser. A failed connection is retried for a minute. Interruption stops the polling. The browser can
   * continue the session of an anonymous user of the program.
   */
  readonly signInOnCommandLine: (options: CommandLineSignInOptions) => Effect.Effect<void, SignInOnCommandLineError>
  /**
   * Reads a sign-in by the code of its URL.
   *
   * @param loginCode The code in the URL that the program opened.
   */
  readonly getCommandLineSignIn: (
    loginCode: SecretText
  ) => Effect.Effect<CommandLineSignInDetails, ReadCommandLineSignInError>
  /**
   * Signs the program in as the user of this session.
   *
   * @param loginCode The code in the URL that the program opened.
   */
  readonly approveCommandLineSignIn: (loginCode: SecretText) => Effect.Effect<void, ApproveCommandLineSignInError>
  /**
   * Ends a sign-in that was not approved. Only Keystile's service has it.
   *
   * @param loginCode The code in the URL that the program opened.
   */
  readonly denyCommandLineSignIn: (loginCode: SecretText) => Effect.Effect<void, DenyCommandLineSignInError>
  /**
   * Continues the session of the program's anonymous user here, once, in place of the previous session.
   *
   * @param loginCode The code in the URL that the program opened.
   */
  readonly continueCommandLineSession: (
    loginCode: SecretText
  ) => Effect.Effect<void, ReadCommandLineSignInError | CookiesBlocked>
}

/** The delay between two polls, in milliseconds. */
const POLL_INTERVAL = 2000

const isTransient = (error: unknown): boolean => {
  if (!(error instanceof RequestError)) return false
  const { reason } = error
  return reason._tag === "UnexpectedStatus"
    ? reason.status >= 500
    : reason._tag === "NoConnection" ||
        reason._tag === "Offline" ||
        reason._tag === "TimedOut" ||
        reason._tag === "RateLimited"
}

/** Polls again after 2, 4, 8, 16 and 32 seconds if the service cannot be reached (RFC 8628, section 3.5). */
const whileUnreachable = Schedule.exponential(POLL_INTERVAL).pipe(
  Schedule.while(({ attempt, input }) => attempt <= 5 && isTransient(input))
)

export const commandLineCalls = (dependencies: CallDependencies): CommandLineCalls => {
  const { bind, navigation, session } = dependencies

  /** Polls until the sign-in is approved, denied or expired. Returns the refresh token. */
  const polled = Effect.fnUntraced(function* (pollingCode: Redacted.Redacted<string>) {
    const poll = bind(call(Api.poll, { body: { pollingCode } })).pipe(Effect.retryOrElse(whileUnreachable, Effect.fail))
    let state = yield* poll
    while (state.status === "waiting") {
      yield* pause(POLL_INTERVAL)
      state = yield* poll
    }
    if (state.status === "success") return state.refreshToken
    if (state.status === "used") return yield* new CliAuthUsedError()
    return yield* state.isDenied === true ? new CommandLineSignInDenied() : new CliAuthExpiredError()
  })

  const complete = (loginCode: SecretText, mode: "check" | "claim-anon-session") =>
    bind(call(Api.complete, { body: { loginCode: redact(loginCode), mode } }))

  return {
    signInOnCommandLine: Effect.fnUntraced(function* ({ appUrl, expiresInMillis, showUrl }) {
      const page = parseUrl(navigation.urls.cliAuthConfirm, appUrl)
      if (page === null || !/^https?:$/.test(page.protocol)) {
        return yield* new ConfigurationError({
          option: "appUrl",
          variable: undefined,
          problem: "The URL of the application is not valid."
        })
      }
      yield* requirePersistentSession(dependencies)
      const { accessToken, refreshToken } = yield* session.tokens
      const started = yield* bind(
        call(Api.start, {
          body: {
            ...(expiresInMillis !== undefined && { expiresInMillis }),
            ...(accessToken !== null &&
              refreshToken !== null &&
              isAnonymous(accessToken) && { anonRefreshToken: refreshToken })
          }
        })
      )
      yield* showUrl(commandLineUrl(page, started.loginCode), started.expiresAt)
      const token = yield* within(
        polled(started.pollingCode),
        expiresInMillis ?? Api.DEFAULT_SIGN_IN_MILLIS,
        () => new CliAuthExpiredError()
      )
      yield* session.start({ refreshToken: token, accessToken: null })
    }),
    getCommandLineSignIn: (loginCode) =>
      Effect.flatMap(complete(loginCode, "check"), (response) =>
        "cliSessionState" in response ? Effect.succeed(response) : Effect.die("A check has another response")
      ),
    approveCommandLineSignIn: Effect.fnUntraced(function* (loginCode) {
      const { refreshToken } = yield* session.tokens
      if (refreshToken === null) return yield* new UserAuthenticationRequired()
      yield* bind(call(Api.complete, { body: { loginCode: redact(loginCode), refreshToken } }))
    }),
    denyCommandLineSignIn: (loginCode) =>
      Effect.asVoid(bind(call(Api.deny, { body: { loginCode: redact(loginCode) } }))),
    continueCommandLineSession: Effect.fnUntraced(function* (loginCode) {
      yield* requirePersistentSession(dependencies)
      const response = yield* complete(loginCode, "claim-anon-session")
      if (!("refreshToken" in response)) return yield* Effect.die("A claim has another response")
      yield* session.start(response)
    })
  }
}

/** The parameter of the code in the URL of the page that approves. */
const LOGIN_CODE_PARAMETER = "login_code"

/** Returns the URL of the page that approves a sign-in. It contains the code, so it is a secret until it is used. */
const commandLineUrl = (page: URL, loginCode: Redacted.Redacted<string>): string => {
  const url = new URL(page)
  url.searchParams.set(LOGIN_CODE_PARAMETER, Redacted.value(loginCode))
  return url.href
}
