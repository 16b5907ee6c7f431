/**
 * A page that renders the screens as an application could configure them: the path selects the screen, the query its
 * props. Navigates with full page loads.
 */
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import {
  english,
  Handler,
  KeystileProvider,
  Scope,
  SelectedTeamSwitcher,
  SignedOutCard,
  SignIn,
  SignUp,
  UserButton
} from "keystile/react"
import { KeystileDevtools } from "keystile/devtools"
import "keystile/react/styles.css"
import "keystile/react/themes.css"
import { componentPage } from "./components.tsx"
import { hookPage } from "./hooks.tsx"
import "./styles.css"

const query = new URLSearchParams(location.search)
document.documentElement.dir = query.get("dir") ?? "ltr"
document.documentElement.dataset["ksTheme"] = query.get("theme") ?? "verdigris"

/** Longer texts, as in a translation. */
const long = {
  signInTitle: "Melden Sie sich bei Ihrem Benutzerkonto der Gesellschaft an",
  email: "Ihre geschäftliche E-Mail-Adresse",
  emailEmpty: "Bitte geben Sie Ihre geschäftliche E-Mail-Adresse vollständig ein, damit wir Sie erkennen",
  password: "Ihr persönliches Zugangskennwort",
  signInWith: "Mit Ihrem Konto bei {provider} anmelden",
  signIn: "Jetzt am Benutzerkonto anmelden",
  noAccount: "Sie haben noch kein eigenes Benutzerkonto bei uns?",
  toSignUp: "Jetzt kostenlos registrieren"
}

const terms = (
  <>
    By going on you agree to the{" "}
    <a href="/terms" className="ks-link">
      terms
    </a>
    .
  </>
)

const autoScheme = { scheme: "auto" } as const

const square = { theme: { radius: "3px" } }
const given = { ForgotPassword: square, OAuthCallback: square, SignIn: { extraInfo: terms }, SignOut: square }

const common = {
  fullPage: query.get("full") !== "no",
  automaticRedirect: query.has("auto"),
  extraInfo: query.has("extra") ? terms : undefined
}

const screen = () => {
  const { pathname } = location
  const alone = pathname === "/handler/sign-in" || pathname === "/handler/sign-up"
  if (pathname.startsWith("/handler/") && (query.has("handler") || !alone)) {
    return (
      <Handler
        fullPage={common.fullPage}
        allowFraming={query.has("framing")}
        componentProps={query.has("terms") ? given : {}}
        documentTitle={query.has("terms") ? (name) => `${name} · Fernhill` : undefined}
      />
    )
  }
  const own = componentPage(pathname) ?? hookPage(pathname)
  if (own !== null) return own
  switch (pathname) {
    case "/handler/sign-in":
      return <SignIn {...common} />
    case "/handler/sign-up":
      return <SignUp {...common} noPasswordRepeat={query.get("repeat") === "no"} />
    case "/signed-out":
      return (
        <main>
          <SignedOutCard level={1} />
        </main>
      )
    case "/menus":
      return (
        <main>
          <Scope>
            <h1 className="ks-title">Menus</h1>
          </Scope>
          <UserButton showUserInfo colorModeToggle={() => {}} extraItems={[{ text: "Billing", onClick: () => {} }]} />
          <SelectedTeamSwitcher />
        </main>
      )
    default:
      return <h1>{`Page ${pathname}`}</h1>
  }
}

const root = document.getElementById("root")
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <KeystileProvider
        baseUrl={import.meta.env["VITE_KEYSTILE_URL"]}
        projectId={import.meta.env["VITE_KEYSTILE_PROJECT_ID"]}
        publishableClientKey={import.meta.env["VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY"]}
        urls={JSON.parse(query.get("urls") ?? "{}")}
        lang={query.get("lang") ?? undefined}
        theme={query.has("auto-scheme") ? autoScheme : undefined}
        messages={query.has("long") ? long : { tryAgain: english.tryAgain }}
      >
        {screen()}
        {query.has("devtools") && <KeystileDevtools />}
      </KeystileProvider>
    </StrictMode>
  )
}
