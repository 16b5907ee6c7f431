/** Passkeys: signing in with one, and making one for the signed-in user (WebAuthn Level 3). */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as PasskeyApi from "../../core/api/passkey.ts"
import { call } from "../../core/call/call.ts"
import { BrowserRequired } from "../../core/errors/local-errors.ts"
import type { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import { PasskeyWebAuthnError } from "../../core/errors/passkey.ts"
import { BrokenProtocol, RequestError } from "../../core/errors/request-error.ts"
import { WebAuthn } from "../../core/passkey/web-authn.ts"
import { within } from "../../core/lightweight/time-limit.ts"
import type { CallDependencies, NewSession } from "./call-dependencies.ts"
import { omitUndefined } from "./omit-undefined.ts"
import { startSession } from "./start-session.ts"
import { requirePersistentSession } from "./require-persistent-session.ts"
import type { CallError } from "./call-error.ts"
import { isJsonObject } from "../../core/json/json-object.ts"

/** The placeholder of the service for the host of the page. */
const SENTINEL = "THIS_VALUE_WILL_BE_REPLACED.example.com"

/** Time limit of the autofill with one challenge in milliseconds. A challenge expires after 65 s. */
const AUTOFILL_MILLIS = 55_000

export interface PasskeyOptions {
  /** The relying party's id: this page's host unless given, or a domain above it. */
  readonly hostname?: string | undefined
}

export interface PasskeyRegistrationOptions extends PasskeyOptions {
  /**
   * Leaves the user's other passkeys, up to 20. Default `false`: the new one replaces them. An extension of the wire,
   * see `hasExtension(project, "multiple_passkeys")`; on a service without it the registration fails before the
   * ceremony.
   */
  readonly add?: boolean | undefined
  /**
   * One line of at most 64 characters. Default: the name of the password manager or platform, if it is known. A part of
   * the same extension.
   */
  readonly name?: string | undefined
}

interface PasskeySignInOptions extends PasskeyOptions {
  /**
   * Shows no dialog, but offers passkeys in the field with `autocomplete="username webauthn"` for as long as it runs.
   * Interrupt it to stop; a dialog that opens stops it too. Default `false`.
   */
  readonly autofill?: boolean | undefined
  /** Called when the user has chosen a passkey, before it is sent. The offer may stay open for long. */
  readonly onChosen?: (() => void) | undefined
}

export type PasskeySignInError =
  | CallError<typeof PasskeyApi.initiateAuthentication | typeof PasskeyApi.signIn>
  | PasskeyWebAuthnError
  | BrowserRequired
  | CookiesBlocked

type PasskeyRegistrationError =
  | CallError<typeof PasskeyApi.initiateRegistration | typeof PasskeyApi.register>
  | PasskeyWebAuthnError
  | BrowserRequired

export interface PasskeyCalls {
  /**
   * Signs in with a passkey of this page. `PasskeyWebAuthnError` has the refusal of the browser or the authenticator.
   *
   * @param options The relying party, and how passkeys are offered.
   */
  readonly signInWithPasskey: (options?: PasskeySignInOptions) => Effect.Effect<NewSession, PasskeySignInError>
  /**
   * Registers a passkey for the signed-in user, in place of the previous ones unless `add` is set.
   *
   * @param options The relying party, and the name of the passkey.
   */
  readonly registerPasskey: (options?: PasskeyRegistrationOptions) => Effect.Effect<void, PasskeyRegistrationError>
}

const brokenProtocol = (endpoint: string, explanation: string = "its options are none for a passkey") =>
  new RequestError({ endpoint, reason: new BrokenProtocol({ explanation }) })

const onlyReplaces = brokenProtocol(
  PasskeyApi.initiateRegistration.name,
  "it does not have the extension multiple_passkeys, and would replace the passkey"
)

const hostnameOf = (given: string | undefined, name: string) => {
  const hostname = given ?? globalThis.location?.hostname
  return hostname === undefined ? Effect.fail(new BrowserRequired({ call: name })) : Effect.succeed(hostname)
}

/** Returns the number of bytes that a text in base64url encodes. */
const byteLength = (base64url: string) => Math.floor((base64url.replace(/=+$/, "").length * 3) / 4)

const readCreationOptions = Effect.fnUntraced(function* (options: Schema.Json, hostname: string) {
  const { rp, user } = isJsonObject(options) ? options : {}
  if (
    !isJsonObject(options) ||
    !isJsonObject(rp) ||
    rp["id"] !== SENTINEL ||
    !isJsonObject(user) ||
    typeof user["id"] !== "string"
  ) {
    return yield* brokenProtocol(PasskeyApi.initiateRegistration.name)
  }
  const length = byteLength(user["id"])
  if (length < 1 || length > 64) {
    return yield* new PasskeyWebAuthnError({
      webAuthnCode: "ERROR_INVALID_USER_ID_LENGTH",
      webAuthnMessage: "User ID was not between 1 and 64 characters"
    })
  }
  return { ...options, rp: { ...rp, id: hostname } }
})

const readRequestOptions = (options: Schema.Json, hostname: string) =>
  isJsonObject(options) && options["rpId"] === SENTINEL
    ? Effect.succeed({ ...options, rpId: hostname })
    : Effect.fail(brokenProtocol(PasskeyApi.initiateAuthentication.name))

export const passkeyCalls = (dependencies: CallDependencies): PasskeyCalls => {
  const { bind, session } = dependencies

  const authenticateOnce = Effect.fnUntraced(function* (hostname: string, autofill: boolean) {
    const { code, optionsJson } = yield* bind(call(PasskeyApi.initiateAuthentication, { body: {} }))
    const options = yield* readRequestOptions(optionsJson, hostname)
    const ceremony = (yield* WebAuthn).get(options, { autofill })
    const authenticationResponse = autofill
      ? yield* within(ceremony, AUTOFILL_MILLIS, () => Effect.succeed(null))
      : yield* ceremony
    return { authenticationResponse, code }
  })

  return {
    signInWithPasskey: Effect.fnUntraced(function* ({ autofill = false, hostname: given, onChosen } = {}) {
      const hostname = yield* hostnameOf(given, "signInWithPasskey")
      yield* requirePersistentSession(dependencies)
      let assertion = yield* authenticateOnce(hostname, autofill)
      // The page may be open for long before the user chooses a passkey. Each challenge is replaced before it expires.
      while (assertion.authenticationResponse === null) assertion = yield* authenticateOnce(hostname, autofill)
      onChosen?.()
      const { authenticationResponse, code } = assertion
      return yield* startSession(session, bind(call(PasskeyApi.signIn, { body: { authenticationResponse, code } })))
    }),
    registerPasskey: Effect.fnUntraced(function* ({ add = false, hostname: given, name } = {}) {
      const hostname = yield* hostnameOf(given, "registerPasskey")
      const ceremony = yield* bind(call(PasskeyApi.initiateRegistration, { body: add ? { add } : {} }))
      if (add && ceremony.add !== true) return yield* onlyReplaces
      const { code, optionsJson } = ceremony
      const options = yield* readCreationOptions(optionsJson, hostname)
      const credential = yield* (yield* WebAuthn).create(options)
      yield* bind(call(PasskeyApi.register, { body: { code, credential, ...omitUndefined({ name }) } }))
    })
  }
}
