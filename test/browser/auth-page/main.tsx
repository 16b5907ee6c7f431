/** A sign-in page with every method: the path selects the component, the query its props. */
import { StrictMode, useEffect, useState } from "react"
import { createRoot } from "react-dom/client"
import * as Effect from "effect/Effect"
import {
  AuthPage,
  CredentialSignIn,
  CredentialSignUp,
  ErrorCard,
  Handler,
  KeystileProvider,
  MagicLinkSignIn,
  OAuthButton,
  OAuthButtonGroup,
  SignIn,
  SignUp,
  type Snapshot,
  useClient,
  useCurrentUser
} from "keystile/react"
import "keystile/react/styles.css"
import { OwnSignIn } from "../../react/parts-example.tsx"
import "../screens-page/styles.css"

const query = new URLSearchParams(location.search)
document.documentElement.dir = query.get("dir") ?? "ltr"

const common = {
  fullPage: query.get("full") !== "no",
  automaticRedirect: query.has("auto"),
  extraInfo: query.has("extra") ? <a href="/terms">Terms of the orchard</a> : undefined,
  firstTab: query.has("password") ? ("password" as const) : undefined,
  passkeyAutofill: query.get("autofill") !== "no"
}

const threshold = query.get("strength")
const strengthThreshold = threshold === null ? undefined : Number(threshold)

/** Completes a provider's flow, as the handler's callback page does in an application. */
const Callback = () => {
  const { callOAuthCallback } = useClient()
  useEffect(() => void Effect.runPromiseExit(callOAuthCallback()), [callOAuthCallback])
  return null
}

const ErrorPage = () => {
  const { readErrorPage } = useClient()
  const [error, setError] = useState<{ readonly code: string; readonly message: string } | null>(null)
  useEffect(() => {
    void Effect.runPromise(readErrorPage).then((error) => setError(error !== null && "code" in error ? error : null))
  }, [readErrorPage])
  return error === null ? null : <ErrorCard fullPage error={error} />
}

const CurrentUserView = () => {
  const user = useCurrentUser()
  return (
    <main>
      <h1>{`Page ${location.pathname}`}</h1>
      <p>{user === null ? "Nobody" : `Signed in: ${user.primaryEmail}`}</p>
      <button type="button" onClick={() => void user?.registerPasskey().then(() => (document.title = "Registered"))}>
        Add a passkey
      </button>
      <button
        type="button"
        onClick={() =>
          void user
            ?.getConnectedAccount("github", { or: "redirect" })
            .then((account) => (document.title = `Connected: ${account?.id ?? "none"}`))
        }
      >
        Connect GitHub
      </button>
    </main>
  )
}

const everything = {
  signUpEnabled: true,
  credentialEnabled: true,
  magicLinkEnabled: true,
  passkeyEnabled: true,
  oauthProviders: [{ id: "x" }]
}

const screen = () => {
  if (location.pathname.startsWith("/handler/") && location.search.includes("handler")) return <Handler fullPage />
  switch (location.pathname) {
    case "/handler/sign-in":
      return <SignIn {...common} />
    case "/handler/sign-up":
      return (
        <SignUp {...common} noPasswordRepeat={query.get("repeat") === "no"} strengthThreshold={strengthThreshold} />
      )
    case "/handler/oauth-callback":
      return <Callback />
    case "/handler/error":
      return <ErrorPage />
    case "/auth-page":
      return <AuthPage {...common} type={query.has("up") ? "sign-up" : "sign-in"} />
    case "/preview":
      return <AuthPage type="sign-in" mockProject={{ config: everything }} />
    case "/parts":
      return (
        <main>
          <OwnSignIn />
        </main>
      )
    case "/alone":
      return (
        <main>
          <section aria-label="password">
            <CredentialSignIn />
          </section>
          <section aria-label="new">
            <CredentialSignUp noPasswordRepeat />
          </section>
          <section aria-label="link">
            <MagicLinkSignIn />
          </section>
          <section aria-label="button">
            <OAuthButton provider="github" type="sign-up" />
          </section>
          <section aria-label="group">
            <OAuthButtonGroup type="sign-in" />
          </section>
        </main>
      )
    default:
      return location.pathname.startsWith("/handler/") ? <Handler fullPage /> : <CurrentUserView />
  }
}

/** The snapshot of a build, which a test sets before the page loads. */
const snapshot: Snapshot | undefined = Reflect.get(globalThis, "builtSnapshot")

const root = document.getElementById("root")
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <KeystileProvider
        baseUrl={import.meta.env["VITE_KEYSTILE_URL"]}
        projectId={import.meta.env["VITE_KEYSTILE_PROJECT_ID"]}
        publishableClientKey={import.meta.env["VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY"]}
        urls={{ afterSignUp: "/welcome" }}
        snapshot={snapshot}
      >
        {screen()}
      </KeystileProvider>
    </StrictMode>
  )
}
