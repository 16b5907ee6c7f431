/** The texts of the components: English, overridden by the selected language. */
import { createContext, useContext } from "react"
import { english, type MessageKey, type MessageOverrides } from "keystile/react"

export const TextsContext = createContext<MessageOverrides>({})

/** Returns a function from a key to its text: `texts("signIn")`. */
export const useTexts = () => {
  const overrides = useContext(TextsContext)
  return (key: MessageKey): string => String(overrides[key] ?? english[key])
}

/** Texts that are 40 % longer than English, as in German, where space is tight. */
export const long: MessageOverrides = {
  signInTitleUnnamed: "Melden Sie sich bei Ihrem Benutzerkonto der Gesellschaft an",
  signInWith: "Mit Ihrem bestehenden Konto von {provider} anmelden",
  orContinueWith: "Oder fahren Sie auf einem anderen Weg fort",
  emailTab: "Nur mit der E-Mail-Adresse",
  passwordTab: "E-Mail-Adresse und Kennwort",
  lastUsed: "zuletzt benutzt",
  email: "Ihre geschäftliche E-Mail-Adresse",
  emailEmpty: "Bitte geben Sie Ihre geschäftliche E-Mail-Adresse vollständig ein, damit wir Sie erkennen",
  password: "Ihr persönliches Zugangskennwort",
  forgotPassword: "Haben Sie Ihr Kennwort vergessen?",
  codeSentTo:
    "Wir haben sechs Zeichen an {email} gesendet. Sehen Sie bitte auch im Ordner für unerwünschte Werbung nach.",
  signIn: "Jetzt am Benutzerkonto anmelden",
  noAccount: "Sie haben noch kein eigenes Benutzerkonto bei uns?",
  toSignUp: "Jetzt kostenlos registrieren"
}

export const hebrew: MessageOverrides = {
  signInTitleUnnamed: "כניסה לחשבון שלך",
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
