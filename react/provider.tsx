/** `KeystileProvider`: makes the client that everything below it uses. */
import { type ReactNode, Suspense, useEffect, useState } from "react"
import * as Client from "../tiers/client.ts"
import { ErrorBoundary } from "./components/error-boundary.tsx"
import { isDevelopment } from "./development.ts"
import { isFailedAnswer } from "./hooks/use-query.ts"
import { KeystileContext } from "./keystile-context.ts"
import { runtimeOf } from "../tiers/cache/tier-cache.ts"
import { type ClientRuntime, keystileOf, makeKeystile } from "./keystile.ts"
import type { MessageOverrides } from "./messages/english.ts"
import { MessagesContext } from "./messages/messages.ts"
import { StrengthContext } from "./screens/credential-strength.ts"
import { FailureCard } from "./screens/cards.tsx"
import { Scope, ThemeProvider } from "./theme/scope.tsx"
import type { Theme } from "./theme/theme.ts"

interface OwnProps {
  readonly children?: ReactNode
  /** What shows while something below suspends that has no `<Suspense>` of its own. Default nothing. */
  readonly fallback?: ReactNode
  /** Shown when a hook below fails and nothing inside catches it: the service cannot be reached, say. `retry` asks
   * again. Default a card that says what is wrong. With `null` the error goes on to the application's own boundary. */
  readonly errorFallback?: ((error: unknown, retry: () => void) => ReactNode) | null | undefined
  /** Texts of the screens that differ from the English ones: one, some or all. Write them outside of the component. */
  readonly messages?: MessageOverrides | undefined
  /** The look of the screens. Write it outside of the component, or memoize it. */
  readonly theme?: Theme | undefined
  /** What a new password has to reach, from 0 (anything goes) to 4. Default `STRENGTH_THRESHOLD`. */
  readonly strengthThreshold?: number | undefined
}

/** Options of the client; `tokenStore` is `cookie` and `redirectMethod` is `window` unless given. Read once. */
export interface KeystileOptions extends OwnProps, Omit<Client.ClientOptions, "tokenStore"> {
  readonly tokenStore?: Client.ClientOptions["tokenStore"]
  readonly runtime?: undefined
}

/** A runtime of the application's own, e.g. a `ManagedRuntime`. It is not disposed of here. */
export interface KeystileRuntime extends OwnProps {
  readonly runtime: ClientRuntime
}

export type KeystileProviderProps = KeystileOptions | KeystileRuntime

/**
 * Put it around the application.
 *
 * @example
 * <KeystileProvider projectId="…" publishableClientKey="pck_…">
 *   <App />
 * </KeystileProvider>
 */
export const KeystileProvider = (
  { children, errorFallback = failureScreen, fallback, messages = none, strengthThreshold, theme, ...props }: KeystileProviderProps
) => {
  const [made, setMade] = useState(() => ({ runtime: props.runtime, keystile: keystileFrom(props) }))
  if (made.runtime !== props.runtime) setMade({ runtime: props.runtime, keystile: keystileFrom(props) })

  const { keystile } = made
  useEffect(() => keystile.cache.watch(), [keystile])

  useCheckedOverrides(messages)

  const retry = (again: () => void) => () => {
    keystile.cache.forgetFailures()
    again()
  }
  // With a boundary of its own the provider is never thrown away by what suspends below it, and the runtime with it.
  return (
    <KeystileContext value={keystile}>
      <MessagesContext value={messages}>
        <ThemeProvider theme={theme}>
          <StrengthContext value={strengthThreshold}>
          <ErrorBoundary
            takes={(error) => errorFallback !== null && isFailedAnswer(error)}
            fallback={(error, again) => errorFallback?.(error, retry(again))}
          >
            <Suspense fallback={fallback}>{children}</Suspense>
          </ErrorBoundary>
          </StrengthContext>
        </ThemeProvider>
      </MessagesContext>
    </KeystileContext>
  )
}

const none: MessageOverrides = {}

const failureScreen = (error: unknown, retry: () => void) => (
  <Scope as="main" className="ks-screen"><FailureCard error={error} level={1} retry={retry} /></Scope>
)

/** In development a text that no screen shows is an error: it is a misspelt key. */
const useCheckedOverrides = (messages: MessageOverrides) => {
  const [failed, setFailed] = useState<{ readonly error: unknown } | null>(null)
  useEffect(() => {
    if (!isDevelopment || messages === none) return
    void import("./messages/check-overrides.ts").then(({ checkOverrides }) => {
      try {
        checkOverrides(messages)
      } catch (error) {
        setFailed({ error })
      }
    })
  }, [messages])
  if (failed !== null) throw failed.error
}

const keystileFrom = (props: Omit<KeystileOptions, keyof OwnProps> | Omit<KeystileRuntime, keyof OwnProps>) => {
  if (props.runtime !== undefined) return keystileOf(props.runtime)
  return makeKeystile(
    runtimeOf(Client.Client, Client.make({ tokenStore: "cookie", redirectMethod: "window", ...given(props) }))
  )
}

/** An option given as `undefined` counts as absent. */
const given = <Options extends object>(options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options
