/** The provider of the client for hooks and screens. */
import { type ReactNode, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from "react"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import { currentPlatform } from "../../core/environment/variables.ts"
import type { ClientApp } from "../../tiers/promise/client-app.ts"
import type { Snapshot } from "../../tiers/snapshot/snapshot.ts"
import { ProofWidgetContext, type SignUpProofWidget } from "../components/proof-widget.ts"
import { ErrorBoundary } from "../components/error-boundary.tsx"
import { showLanguage } from "../../core/http/shown-language.ts"
import { isDevelopment } from "../../core/environment/development.ts"
import { isQueryError } from "../engine/query-error.ts"
import { KeystileContext } from "../runtime/keystile-context.ts"
import type { ClientRuntime } from "../engine/keystile.ts"
import { lazyComponent } from "../runtime/lazy-component.ts"
import { loadUntilDone } from "../runtime/load-until-done.ts"
import type { Language, LanguageName } from "../messages/language.ts"
import { MessagesContext, type ProviderMessages } from "../messages/messages.ts"
import { useLocale } from "../messages/use-locale.ts"
import { StrengthContext } from "../forms/strength-context.ts"
import { FailureCard } from "../screens/cards/failure-card.tsx"
import { Scope, ThemeProvider } from "../theme/scope.tsx"
import type { Theme } from "../theme/theme.ts"
import type { ClientProps } from "../engine/client-options.ts"
import { ImpersonationNotice } from "./impersonation-notice.tsx"
import { makeProviderContext } from "./make-provider-context.ts"
import { whenIdle } from "./when-idle.ts"

interface OwnProps {
  /** The part of the application that uses hooks and screens. */
  readonly children?: ReactNode
  /** Shown while a child suspends outside of a `<Suspense>` of its own. Default nothing. */
  readonly fallback?: ReactNode
  /**
   * Renders when a hook fails to read and no error boundary below handles it. `retry` reads again. Default a card
   * with the error. `null` passes the error to the application's error boundary.
   */
  readonly errorFallback?: ((error: unknown, retry: () => void) => ReactNode) | null | undefined
  /**
   * The language of the screens: a BCP 47 tag, for which the nearest supported language is used; `auto` for the
   * browser's languages; or a language of the application. Default English. Texts are loaded on demand.
   */
  readonly lang?: LanguageName | "auto" | (string & {}) | Language | undefined
  /**
   * Overrides of texts, by key. Texts under the name of a language apply to that language: `{ "de-DE": { signIn: "Los
   * geht’s" } }`. Create them outside of the component.
   */
  readonly messages?: ProviderMessages | undefined
  /** The theme of the screens. Create it outside of the component, or memoize it. */
  readonly theme?: Theme | undefined
  /**
   * User and project as `takeSnapshot` of `keystile/react/server` read them: the page renders them on the server and at
   * hydration, without a request. Default none. A snapshot that cannot be read, or of another project, is ignored. One
   * of another session is replaced after hydration. The snapshot of a build, by `keystile snapshot` or `keystile/vite`,
   * has the project only, which is requested again in the background.
   */
  readonly snapshot?: Snapshot | null | undefined
  /** Score that a new password has to reach, from 0 (any password) to 4. Default `STRENGTH_THRESHOLD`. */
  readonly strengthThreshold?: number | undefined
  /**
   * The component that makes the proof for a sign-up, if the project requires one that is no proof of work. Default a
   * widget of Turnstile. Create it outside of the component.
   */
  readonly signUpProofWidget?: SignUpProofWidget | undefined
}

/**
 * Options of the client. `tokenStore` is `cookie` and `redirectMethod` is `window` unless given. They are read once.
 * The provider runs on a `ManagedRuntime` of its own, which is loaded after the first paint and disposed when the
 * provider is unmounted.
 */
export interface KeystileOptions extends OwnProps, ClientProps {}

/**
 * A runtime of the application, e.g. a `ManagedRuntime` over `Client.layer` and the application's layers. Hooks and
 * screens run their effects on it. The provider does not dispose it.
 */
export interface KeystileRuntime extends OwnProps {
  /** A runtime of the application with the client tier. */
  readonly runtime: ClientRuntime
  /** Not with a runtime. */
  readonly app?: undefined
}

/** An app made by `createClientApp`. Hooks share its session, and its writes show in them. */
export interface KeystileApp extends OwnProps {
  /** An app that `createClientApp` made. */
  readonly app: ClientApp
  /** Not with an app. */
  readonly runtime?: undefined
}

/** Props of `<KeystileProvider>`. */
export type KeystileProviderProps = KeystileOptions | KeystileRuntime | KeystileApp

/**
 * Provides the client to hooks and screens. Render it around the application.
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
  signUpProofWidget,
  snapshot,
  strengthThreshold,
  theme,
  ...props
}: KeystileProviderProps) => {
  const source = props.runtime ?? props.app
  const [made, setMade] = useState(() => ({ source, provided: makeProviderContext(props, snapshot) }))
  if (made.source !== source) setMade({ source, provided: makeProviderContext(props, snapshot) })

  const { provided } = made
  const { misconfigured, opened } = useSyncExternalStore(provided.subscribe, provided.read, provided.read)
  const keystile = opened?.keystile
  if (misconfigured !== null && !showsMisconfiguration(errorFallback)) throw misconfigured
  useEffect(() => provided.retain(), [provided])
  // Not while the user types into the first field. A component or action that needs the engine loads it at once. Hooks
  // that do not suspend are pending until then.
  useEffect(() => whenIdle(() => loadUntilDone(provided.open)), [provided])
  // Also notices changes by other tabs before this moment.
  useEffect(() => (keystile === undefined ? undefined : whenIdle(keystile.cache.watch)), [keystile])
  useEffect(() => keystile?.renew(snapshot), [keystile, snapshot])

  useCheckedOverrides(messages)
  useCheckedStyles()
  const locale = useLocale(lang)
  useEffect(() => showLanguage(locale.tag), [locale.tag])
  const texts = useMemo(() => ({ locale, overrides: messages }), [locale, messages])

  // The same element when the engine is loaded: React replaces the HTML of a server that it is still hydrating if its
  // boundary is rendered again.
  const content = useMemo(() => {
    const retry = (again: () => void) => () => {
      provided.read().opened?.keystile.cache.forgetFailures()
      again()
    }
    return (
      // The error's fallback may suspend for its language.
      <Suspense fallback={fallback}>
        <ErrorBoundary
          takes={(error) => errorFallback !== null && isQueryError(error)}
          fallback={(error, again) => errorFallback?.(error, retry(again))}
        >
          <Suspense fallback={fallback}>
            {misconfigured === null ? children : <Misconfigured error={misconfigured} errorFallback={errorFallback} />}
          </Suspense>
        </ErrorBoundary>
      </Suspense>
    )
  }, [children, errorFallback, fallback, misconfigured, provided])

  // Suspends inside of boundaries of its own: React discards a component that suspends before its first commit, and
  // its runtime with it.
  return (
    <KeystileContext value={provided}>
      <MessagesContext value={texts}>
        <ThemeProvider theme={theme}>
          <StrengthContext value={strengthThreshold}>
            <ProofWidgetContext value={signUpProofWidget ?? null}>{content}</ProofWidgetContext>
            {opened !== null && (
              // Failures are those of the application's own reads, which report them.
              <ErrorBoundary fallback={() => null}>
                <ImpersonationNotice opened={opened} />
              </ErrorBoundary>
            )}
          </StrengthContext>
        </ThemeProvider>
      </MessagesContext>
    </KeystileContext>
  )
}

const none: ProviderMessages = {}

/** A server in production throws the error, as does an application that handles errors itself. */
const showsMisconfiguration = (errorFallback: OwnProps["errorFallback"]) =>
  errorFallback !== null && (isDevelopment || currentPlatform() === "browser")

interface MisconfiguredProps {
  readonly error: ConfigurationError
  readonly errorFallback: OwnProps["errorFallback"]
}

/** Shows the missing setting in development, and a general error to users. */
const Misconfigured = ({ error, errorFallback }: MisconfiguredProps) => {
  useEffect(() => globalThis.console.error(error.message), [error])
  if (isDevelopment && process.env.NODE_ENV !== "production") return <configurationCard.Component error={error} />
  return errorFallback?.(error, () => globalThis.location.reload())
}

const configurationCard = lazyComponent("ConfigurationCard", () =>
  import("../screens/cards/configuration-card.tsx").then(({ ConfigurationCard }) => ConfigurationCard)
)

const failureScreen = (error: unknown, retry: () => void) => (
  <Scope as="main" className="ks-screen">
    <FailureCard error={error} level={1} retry={retry} />
  </Scope>
)

/**
 * Throws in development if an override has an unknown key or placeholder. Not checked if the module cannot be loaded.
 * The check of `NODE_ENV` lets bundlers drop the module from production builds.
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

/** Time to load the stylesheet before it is checked in development, in milliseconds. */
const STYLES_WAIT = 3000

const useCheckedStyles = () => {
  useEffect(() => {
    if (!isDevelopment || process.env.NODE_ENV === "production") return undefined
    // Skipped if the module cannot be loaded.
    const check = () =>
      void import("./check-styles.ts").then(
        ({ checkStyles }) => checkStyles(),
        () => {}
      )
    const timer = setTimeout(check, STYLES_WAIT)
    return () => clearTimeout(timer)
  }, [])
}
