/** `KeystileProvider`: makes the client that everything below it uses. */
import { type ReactNode, Suspense, useEffect, useMemo, useState } from "react"
import { ConfigurationError } from "../../core/config/configuration-error.ts"
import { currentPlatform } from "../../core/environment/variables.ts"
import type { ClientApp } from "../../tiers/promise/client-app.ts"
import type { Snapshot } from "../../tiers/snapshot/snapshot.ts"
import { ErrorBoundary } from "../components/error-boundary.tsx"
import { isDevelopment } from "../../core/environment/development.ts"
import { isQueryError } from "../runtime/use-query.ts"
import { KeystileContext } from "../runtime/keystile-context.ts"
import type { ClientRuntime } from "../runtime/keystile.ts"
import { lazyComponent } from "../runtime/lazy-component.ts"
import type { Language, LanguageName } from "../messages/language.ts"
import { MessagesContext, type ProviderMessages } from "../messages/messages.ts"
import { useLocale } from "../messages/use-locale.ts"
import { StrengthContext } from "../forms/use-new-password-check.ts"
import { FailureCard } from "../screens/cards/failure-card.tsx"
import { Scope, ThemeProvider } from "../theme/scope.tsx"
import type { Theme } from "../theme/theme.ts"
import { type ClientProps, makeKeystile } from "./make-keystile.ts"
import { whenIdle } from "./when-idle.ts"

interface OwnProps {
  readonly children?: ReactNode
  /** What shows while something below suspends that has no `<Suspense>` of its own. Default nothing. */
  readonly fallback?: ReactNode
  /** Shown when a hook below fails and nothing inside catches it: the service cannot be reached, say. `retry` asks
   * again. Default a card that says what is wrong. With `null` the error goes on to the application's own boundary. */
  readonly errorFallback?: ((error: unknown, retry: () => void) => ReactNode) | null | undefined
  /**
   * The language of the screens: a BCP 47 tag, of which the nearest language that they have is taken; `auto` for the one
   * that the browser asks for; or a language of the application's own. Default English. Its texts are loaded on demand.
   */
  readonly lang?: LanguageName | "auto" | (string & {}) | Language | undefined
  /**
   * Texts of the screens that are to be others: one, some or all. Those under the name of a language hold for that one:
   * `{ "de-DE": { signIn: "Los geht’s" } }`. Write them outside of the component.
   */
  readonly messages?: ProviderMessages | undefined
  /** The look of the screens. Write it outside of the component, or memoize it. */
  readonly theme?: Theme | undefined
  /**
   * What the server knew when it rendered this page, by `takeSnapshot` of `keystile/react/server`: the page shows it at
   * once, on the server too, and asks for none of it again. Default none. One that cannot be read, or is of another
   * project, counts as none; one of another session is shown until the browser has taken over, and then put right.
   */
  readonly snapshot?: Snapshot | null | undefined
  /** What a new password has to reach, from 0 (anything goes) to 4. Default `STRENGTH_THRESHOLD`. */
  readonly strengthThreshold?: number | undefined
}

/**
 * Options of the client. `tokenStore` is `cookie` and `redirectMethod` is `window` unless given. They are read once. The provider
 * runs on a `ManagedRuntime` of its own, which it disposes when it is unmounted.
 */
export interface KeystileOptions extends OwnProps, ClientProps {}

/**
 * A runtime of the application, e.g. a `ManagedRuntime` over `Client.layer` and the application's layers. Hooks and screens run
 * their effects on it. The provider does not dispose it.
 */
export interface KeystileRuntime extends OwnProps {
  readonly runtime: ClientRuntime
  readonly app?: undefined
}

/** An app that exists already, made by `createClientApp`. The hooks have its session, and its writes show in them. */
export interface KeystileApp extends OwnProps {
  readonly app: ClientApp
  readonly runtime?: undefined
}

export type KeystileProviderProps = KeystileOptions | KeystileRuntime | KeystileApp

/**
 * Put it around the application.
 *
 * @example
 * <KeystileProvider projectId="…" publishableClientKey="pck_…">
 *   <App />
 * </KeystileProvider>
 */
export const KeystileProvider = ({
  children,
  errorFallback = failureScreen,
  fallback,
  lang,
  messages = none,
  snapshot,
  strengthThreshold,
  theme,
  ...props
}: KeystileProviderProps) => {
  const source = props.runtime ?? props.app
  const [made, setMade] = useState(() => ({ source, result: makeKeystile(props, snapshot) }))
  if (made.source !== source) setMade({ source, result: makeKeystile(props, snapshot) })

  const misconfigured = made.result instanceof ConfigurationError ? made.result : null
  const { keystile, retain } = made.result instanceof ConfigurationError ? { keystile: null } : made.result
  if (misconfigured !== null && !showsMisconfiguration(errorFallback)) throw misconfigured
  useEffect(() => retain?.(), [retain])
  // Changes that other tabs made before are noticed then as well.
  useEffect(() => (keystile === null ? undefined : whenIdle(keystile.cache.watch)), [keystile])
  useEffect(() => keystile?.renew(snapshot), [keystile, snapshot])

  useCheckedOverrides(messages)
  useCheckedStyles()
  const locale = useLocale(lang)
  const texts = useMemo(() => ({ locale, overrides: messages }), [locale, messages])

  const retry = (again: () => void) => () => {
    keystile?.cache.forgetFailures()
    again()
  }
  // With a boundary of its own the provider is never thrown away by what suspends below it, and the runtime with it.
  return (
    <KeystileContext value={keystile}>
      <MessagesContext value={texts}>
        <ThemeProvider theme={theme}>
          <StrengthContext value={strengthThreshold}>
            {/* What stands in place of an error may have to wait for its language, too. */}
            <Suspense fallback={fallback}>
              <ErrorBoundary
                takes={(error) => errorFallback !== null && isQueryError(error)}
                fallback={(error, again) => errorFallback?.(error, retry(again))}
              >
                <Suspense fallback={fallback}>
                  {misconfigured === null ? (
                    children
                  ) : (
                    <Misconfigured error={misconfigured} errorFallback={errorFallback} />
                  )}
                </Suspense>
              </ErrorBoundary>
            </Suspense>
          </StrengthContext>
        </ThemeProvider>
      </MessagesContext>
    </KeystileContext>
  )
}

const none: ProviderMessages = {}

/** A server that renders for users fails with the error, and so does a page whose application handles errors itself. */
const showsMisconfiguration = (errorFallback: OwnProps["errorFallback"]) =>
  errorFallback !== null && (isDevelopment || currentPlatform() === "browser")

interface MisconfiguredProps {
  readonly error: ConfigurationError
  readonly errorFallback: OwnProps["errorFallback"]
}

/** In development a card that says which settings are missing; for users no more than that something is wrong. */
const Misconfigured = ({ error, errorFallback }: MisconfiguredProps) => {
  useEffect(() => globalThis.console.error(error.message), [error])
  if (isDevelopment && process.env.NODE_ENV !== "production") return <configurationCard.Component error={error} />
  return errorFallback?.(error, () => globalThis.location.reload())
}

const configurationCard = lazyComponent(() =>
  import("../screens/cards/configuration-card.tsx").then(({ ConfigurationCard }) => ConfigurationCard)
)

const failureScreen = (error: unknown, retry: () => void) => (
  <Scope as="main" className="ks-screen">
    <FailureCard error={error} level={1} retry={retry} />
  </Scope>
)

/**
 * In development a text that no screen shows is an error, a misspelt key. Without a network it is not looked for. That it is
 * a build for users is said once more, as bundlers know it: else they would make a file of what is never loaded.
 */
const useCheckedOverrides = (messages: ProviderMessages) => {
  const [failed, setFailed] = useState<{ readonly error: unknown } | null>(null)
  useEffect(() => {
    if (!isDevelopment || process.env.NODE_ENV === "production" || messages === none) return
    void import("../messages/check-overrides.ts").then(
      ({ checkOverrides }) => {
        try {
          checkOverrides(messages)
        } catch (error) {
          setFailed({ error })
        }
      },
      () => {}
    )
  }, [messages])
  if (failed !== null) throw failed.error
}

/** How long a page may take to load its stylesheet before it is checked in development, in milliseconds. */
const STYLES_WAIT = 3000

const useCheckedStyles = () => {
  useEffect(() => {
    if (!isDevelopment || process.env.NODE_ENV === "production") return undefined
    // Without a network there is nothing to warn of.
    const check = () =>
      void import("./check-styles.ts").then(
        ({ checkStyles }) => checkStyles(),
        () => {}
      )
    const timer = setTimeout(check, STYLES_WAIT)
    return () => clearTimeout(timer)
  }, [])
}
