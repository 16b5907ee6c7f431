/** A page with every part in every state, set up by the query: `dir`, `theme`, `long`, and `only` for one group. */
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { KeystileProvider, type MessageOverrides, Scope, type Theme } from "keystile/react"
import "keystile/react/styles.css"
import "keystile/react/themes.css"
import { cards } from "./cards.tsx"
import { controls } from "./controls.tsx"
import { flows } from "./flows.tsx"
import { themes } from "./themes.tsx"
import "./styles.css"

const query = new URLSearchParams(location.search)
document.documentElement.dir = query.get("dir") ?? "ltr"
document.documentElement.dataset["ksTheme"] = query.get("theme") ?? "verdigris"

/** Translations run longer. */
const long: MessageOverrides = {
  signInTitle: "Melden Sie sich bei Ihrem Benutzerkonto der Gesellschaft an",
  signInWith: "Mit Ihrem bestehenden Konto von {provider} anmelden",
  orContinueWith: "Oder fahren Sie auf einem anderen Weg fort",
  emailTab: "Nur mit der E-Mail-Adresse",
  passwordTab: "E-Mail-Adresse und Kennwort",
  lastUsed: "zuletzt benutzt",
  email: "Ihre geschäftliche E-Mail-Adresse",
  password: "Ihr persönliches Zugangskennwort",
  forgotPassword: "Haben Sie Ihr Kennwort vergessen?",
  codeSentTo: "Wir haben sechs Zeichen an {email} gesendet. Sehen Sie bitte auch im Ordner für unerwünschte Werbung nach.",
  signIn: "Jetzt am Benutzerkonto anmelden",
  noAccount: "Sie haben noch kein eigenes Benutzerkonto bei uns?",
  toSignUp: "Jetzt kostenlos registrieren"
}

const hebrew: MessageOverrides = {
  signInTitle: "כניסה לחשבון שלך",
  signInWith: "כניסה עם {provider}",
  orContinueWith: "או להמשיך עם",
  emailTab: "דוא״ל",
  passwordTab: "דוא״ל וסיסמה",
  lastUsed: "אחרון",
  email: "דוא״ל",
  password: "סיסמה",
  noAccount: "אין לך חשבון?",
  toSignUp: "הרשמה"
}

const texts = query.has("long") ? long : query.get("dir") === "rtl" ? hebrew : {}
const brand: Theme | undefined = query.has("brand")
  ? { radius: "0px", notch: "0px", light: { primary: "#7a1fa2" }, dark: { primary: "#d6a4f0", primaryForeground: "#1c0429" } }
  : undefined

const groups = [...flows, ...cards, ...controls, ...themes]
const only = query.get("only")

const Gallery = () => (
  <main>
    <Scope><h1 className="ks-title">Gallery</h1></Scope>
    {groups.filter(({ name }) => only === null || name === only).map(({ items, layout, name }) => (
      <section className={layout === "states" ? "states" : "group"} key={name} aria-label={name} id={name}>
        {items.map(({ name, part }) => (
          <div className="item" key={name} data-item={name}>
            <Scope as="div"><span className="ks-hint">{name}</span></Scope>
            {part}
          </div>
        ))}
      </section>
    ))}
  </main>
)

const root = document.getElementById("root")
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <KeystileProvider projectId="gallery" publishableClientKey="pck_none" messages={texts} theme={brand}>
        <Gallery />
      </KeystileProvider>
    </StrictMode>
  )
}
