/**
 * The two ceremonies of WebAuthn, as a service that can be replaced: by the native dialogs of an app, or in a test. In
 * a browser they are those of `@simplewebauthn/browser`, which is loaded when the first one begins.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import { PasskeyWebAuthnError } from "../errors/passkey.ts"
import type { RequestError } from "../errors/request-error.ts"
import { lazyModule } from "../loading/lazy-module.ts"

/** The two ceremonies of WebAuthn, in a browser or by a native module. */
export interface WebAuthnCeremonies {
  /** Makes a passkey: from `PublicKeyCredentialCreationOptionsJSON` to `RegistrationResponseJSON`. */
  readonly create: (options: Schema.Json) => Effect.Effect<Schema.Json, PasskeyWebAuthnError | RequestError>
  /**
   * Uses a passkey: from `PublicKeyCredentialRequestOptionsJSON` to `AuthenticationResponseJSON`. With `autofill` the
   * browser shows no dialog, it offers passkeys in the field with `autocomplete="… webauthn"`, for as long as the
   * effect runs.
   */
  readonly get: (
    options: Schema.Json,
    how: { readonly autofill: boolean }
  ) => Effect.Effect<Schema.Json, PasskeyWebAuthnError | RequestError>
}

type Browser = typeof import("./browser-ceremonies.ts")

const browserModule = lazyModule("passkey ceremonies", () => import("./browser-ceremonies.ts"))

const textAt = (value: unknown, name: string): string | undefined => {
  const text = Predicate.hasProperty(value, name) ? value[name] : undefined
  return typeof text === "string" ? text : undefined
}

/** Returns the known error of a ceremony that failed, or that the browser does not support. */
export const webAuthnError = (cause: unknown): PasskeyWebAuthnError => {
  const code = textAt(cause, "code")
  // This code of the library only refers to its `cause`.
  const ownCode = code === "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY" ? undefined : code
  return new PasskeyWebAuthnError({
    webAuthnCode: ownCode ?? textAt(cause, "name") ?? "UnknownError",
    webAuthnMessage: textAt(cause, "message") ?? "The ceremony failed."
  })
}

/** The number of the latest ceremony. Only that one is aborted: it has ended the earlier ones. */
let latest = 0

const ceremony = (begin: (browser: Browser) => Promise<unknown>) =>
  Effect.suspend(() => {
    const own = ++latest
    return Effect.flatMap(browserModule, (browser) =>
      Effect.tryPromise({
        try: async () => {
          if (own !== latest) throw abortedError
          // The forms of the responses in JSON (WebAuthn Level 3, section 5.1.8).
          return (await begin(browser)) as Schema.Json
        },
        catch: webAuthnError
      }).pipe(
        Effect.onExit(() =>
          Effect.sync(() => {
            if (own === latest) browser.WebAuthnAbortService.cancelCeremony()
          })
        )
      )
    )
  })

const abortedError = { code: "ERROR_CEREMONY_ABORTED", message: "The ceremony was aborted before it began." }

// The browser checks the options, which are those of the service.
const optionsOf = <Options>(optionsJSON: Schema.Json) => optionsJSON as unknown as Options

export const browserCeremonies: WebAuthnCeremonies = {
  create: (optionsJSON) =>
    ceremony(({ startRegistration }) => startRegistration({ optionsJSON: optionsOf(optionsJSON) })),
  get: (optionsJSON, { autofill }) =>
    ceremony(({ startAuthentication }) =>
      startAuthentication({
        optionsJSON: optionsOf(optionsJSON),
        useBrowserAutofill: autofill
      })
    )
}

/**
 * The ceremonies that passkey calls use.
 *
 * @example client.signInWithPasskey().pipe(Effect.provideService(WebAuthn, ceremoniesOfMyApp))
 */
export const WebAuthn = Context.Reference<WebAuthnCeremonies>("keystile/WebAuthn", {
  defaultValue: () => browserCeremonies
})
