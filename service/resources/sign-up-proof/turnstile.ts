/**
 * Verifies the token of a Turnstile widget at Cloudflare
 * (https://developers.cloudflare.com/turnstile/get-started/server-side-validation/).
 *
 * Cloudflare accepts a token once, for five minutes. Without a response the token is not accepted.
 */
import { Context, Effect, Redacted, Schema } from "effect"
import { readStream } from "../../../core/http/read-stream.ts"
import { isTrustedHost, type Trust } from "../projects/trusted-redirect.ts"
import { SignUpCheckUnavailable } from "./custom-check.ts"

/** The URL that verifies tokens. Tests provide a server of their own. */
export const TurnstileVerifyUrl = Context.Reference<string>("keystile/service/TurnstileVerifyUrl", {
  defaultValue: () => "https://challenges.cloudflare.com/turnstile/v0/siteverify"
})

/** The action of the widget. A token of another form of the application is refused. */
const TURNSTILE_ACTION = "sign-up"

/** The time limit of the request. */
const TIMEOUT = "5 seconds"

/** The maximum length of the response, in bytes. */
const MAX_RESPONSE = 16_384

/** The secret keys for tests. Their responses name `example.com` as the host, and no action. */
const TEST_SECRET = /^[123]x0{31}AA$/

/** The errors of the token. All others are errors of the secret key or of Cloudflare. */
const aboutToken: ReadonlySet<string> = new Set([
  "missing-input-response",
  "invalid-input-response",
  "timeout-or-duplicate"
])

const SiteverifyResponse = Schema.Struct({
  success: Schema.Boolean,
  hostname: Schema.optionalKey(Schema.NullOr(Schema.String)),
  action: Schema.optionalKey(Schema.NullOr(Schema.String)),
  "error-codes": Schema.optionalKey(Schema.Array(Schema.String))
})

const decode = Schema.decodeEffect(Schema.fromJsonString(SiteverifyResponse))

const unavailable = (problem: string) => new SignUpCheckUnavailable({ problem })

const send = (url: string, secret: Redacted.Redacted<string>, token: string) =>
  Effect.tryPromise({
    try: async (signal) => {
      const body = new URLSearchParams({ secret: Redacted.value(secret), response: token })
      const response = await fetch(url, { method: "POST", body, redirect: "error", signal })
      const bytes = response.body === null ? null : await readStream(response.body, MAX_RESPONSE)
      return bytes === null ? "" : new TextDecoder().decode(bytes)
    },
    // The cause is not logged: it could quote the request.
    catch: () => unavailable("Turnstile cannot be reached.")
  }).pipe(
    Effect.timeoutOrElse({
      duration: TIMEOUT,
      orElse: () => Effect.fail(unavailable(`Turnstile did not respond within ${TIMEOUT}.`))
    })
  )

interface TurnstileToken {
  /** See `TurnstileVerifyUrl`. */
  readonly url: string
  readonly secretKey: Redacted.Redacted<string>
  readonly token: string
  /** The domains on which the widget may be. */
  readonly trust: Trust
}

/** Returns whether a token is accepted. The host and the action are not checked with a secret key for tests. */
export const verifyTurnstile = Effect.fnUntraced(function* ({ secretKey, token, trust, url }: TurnstileToken) {
  const text = yield* send(url, secretKey, token)
  const response = yield* Effect.mapError(decode(text), () => unavailable("Turnstile did not respond with JSON."))
  if (!response.success) {
    const codes = response["error-codes"] ?? []
    if (codes.length > 0 && codes.every((code) => aboutToken.has(code))) return false
    const named = codes.length === 0 ? "without a reason" : codes.join(", ").slice(0, 200)
    return yield* unavailable(`Turnstile refused the request: ${named}. Check the secret key of the project.`)
  }
  if (TEST_SECRET.test(Redacted.value(secretKey))) return true
  const host = response.hostname ?? ""
  if (!isTrustedHost(host, trust)) {
    yield* Effect.logWarning(`A Turnstile token of the host ${host.slice(0, 200)} was refused. Trust its domain.`)
    return false
  }
  return response.action === TURNSTILE_ACTION
})
