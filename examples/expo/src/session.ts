/**
 * The session of the user: in the keychain, and started by a password, a passkey, a mailed link or the system browser.
 */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { PasskeyWebAuthnError, storageTokenStore, type TokenStorage, WebAuthn } from "keystile"
import * as Client from "keystile/client"

/** The native modules. Tests pass others. */
export interface NativeModules {
  readonly storage: TokenStorage
  /** Opens the system browser. Resolves at once, or when the user closes it. */
  readonly openBrowser: (url: string) => Promise<unknown>
  readonly closeBrowser: () => unknown
  /** `null` where the phone has no passkeys. They take and return the JSON of WebAuthn; `null` if the user cancels. */
  readonly passkeys: {
    readonly create: (options: Schema.Json) => Promise<unknown>
    readonly get: (options: Schema.Json) => Promise<unknown>
  } | null
}

export interface Settings {
  readonly baseUrl: string | undefined
  readonly projectId: string | undefined
  readonly publishableClientKey: string | undefined
  /** The URL of the web application, whose pages the system browser shows. */
  readonly appUrl: string
}

export interface User {
  readonly id: string
  readonly email: string | null
}

/**
 * A link of a mail that the phone opened in the app: done, with the text of what went wrong, or a password to choose.
 */
export type OpenedLink =
  | { readonly page: "magic-link-callback" | "email-verification"; readonly problem: string | null }
  | { readonly page: "password-reset"; readonly code: string }

/** Each function resolves with `null`, or with the text of what went wrong. */
export interface Session {
  readonly readUser: () => Promise<User | null>
  readonly signUp: (email: string, password: string) => Promise<string | null>
  readonly signIn: (email: string, password: string) => Promise<string | null>
  /** Shows the pages of the web application, with every method that the project has. `signal` stops waiting. */
  readonly signInInBrowser: (signal?: AbortSignal) => Promise<string | null>
  readonly signInWithPasskey: () => Promise<string | null>
  readonly addPasskey: () => Promise<string | null>
  readonly sendMagicLink: (email: string) => Promise<string | null>
  readonly sendPasswordReset: (email: string) => Promise<string | null>
  /** Opens a deep link. Resolves with `null` for an address that is no link of a mail. */
  readonly openLink: (url: string) => Promise<OpenedLink | null>
  /** Sets the password with the code of a link, and ends all sessions of the user. */
  readonly resetPassword: (code: string, password: string) => Promise<string | null>
  readonly signOut: () => Promise<string | null>
}

export const makeSession = ({ appUrl, ...options }: Settings, native: NativeModules): Session => {
  const client = Effect.runSync(Client.make({ ...options, tokenStore: storageTokenStore(native.storage) }))
  const hostname = new URL(appUrl).hostname
  const pageUrl = (page: MailPage) => new URL(`/handler/${page}`, appUrl).href

  const run = (call: Effect.Effect<unknown, Error>, signal?: AbortSignal) =>
    Effect.runPromise(
      Effect.match(Effect.provideService(call, WebAuthn, ceremoniesOf(native.passkeys)), {
        onSuccess: () => null,
        onFailure: ({ message }) => message
      }),
      { signal }
    )

  return {
    readUser: async () => {
      const user = await Effect.runPromise(client.getUser)
      return user && { id: user.id, email: user.primaryEmail }
    },
    signUp: (email, password) =>
      run(
        client.signUpWithCredential({
          email,
          password,
          verificationCallbackUrl: pageUrl("email-verification")
        })
      ),
    signIn: (email, password) => run(client.signInWithCredential({ email, password })),
    signInInBrowser: (signal) =>
      run(
        Effect.ensuring(
          client.signInOnCommandLine({
            appUrl,
            // Not awaited: the sign-in ends when the user approves, and closes the browser.
            showUrl: (url) => Effect.sync(() => void native.openBrowser(url))
          }),
          Effect.sync(() => native.closeBrowser())
        ),
        signal
      ),
    signInWithPasskey: () => run(client.signInWithPasskey({ hostname })),
    addPasskey: () => run(client.registerPasskey({ hostname })),
    sendMagicLink: (email) => run(client.sendMagicLinkEmail(email, { callbackUrl: pageUrl("magic-link-callback") })),
    sendPasswordReset: (email) =>
      run(client.sendForgotPasswordEmail(email, { callbackUrl: pageUrl("password-reset") })),
    openLink: async (url) => {
      const link = readMailLink(url, appUrl)
      if (link === null) return null
      const { code, page } = link
      if (page === "password-reset") return { page, code }
      const call = page === "magic-link-callback" ? client.signInWithMagicLink(code) : client.verifyEmail(code)
      return { page, problem: await run(call) }
    },
    resetPassword: (code, password) => run(client.resetPassword({ code, password })),
    signOut: () => run(client.signOut)
  }
}

const mailPages = ["magic-link-callback", "email-verification", "password-reset"] as const
type MailPage = (typeof mailPages)[number]

/** Reads the address of a page of the web application to which a mail leads. */
const readMailLink = (url: string, appUrl: string) => {
  if (!URL.canParse(url)) return null
  const { origin, pathname, searchParams } = new URL(url)
  const page = mailPages.find((one) => pathname === `/handler/${one}`)
  const code = searchParams.get("code")
  return origin !== new URL(appUrl).origin || page === undefined || !code ? null : { page, code }
}

/** Returns the ceremonies of a native module. */
const ceremoniesOf = (passkeys: NativeModules["passkeys"]): typeof WebAuthn.Service => {
  const ceremony = (name: "create" | "get") => (options: Schema.Json) =>
    Effect.tryPromise({
      try: async () => {
        if (passkeys === null) throw new Error("This phone has no passkeys.")
        const response = await passkeys[name](options)
        if (response === null) throw new Error("Cancelled.")
        return response as Schema.Json
      },
      catch: (cause) => new PasskeyWebAuthnError({ webAuthnCode: "NotAllowedError", webAuthnMessage: String(cause) })
    })
  return { create: ceremony("create"), get: ceremony("get") }
}
