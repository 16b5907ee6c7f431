import { Handler, KeystileProvider, type Language, useLanguage } from "keystile/react"

const danish: Language = {
  tag: "da-DK",
  texts: async () => ({
    signInTitle: "Log ind på din konto",
    signIn: "Log ind",
    memberCount: { one: "{count} person.", other: "{count} personer." },
    EMAIL_PASSWORD_MISMATCH: "Forkert e-mail eller adgangskode."
  })
}

const messages = {
  signInTitle: "Welcome to Fernhill",
  "de-DE": { signInTitle: "Willkommen bei Fernhill" }
}

const Since = ({ date }: { readonly date: Date }) => {
  const { direction, tag } = useLanguage()
  return (
    <time lang={tag} dir={direction}>
      {new Intl.DateTimeFormat(tag, { dateStyle: "long" }).format(date)}
    </time>
  )
}

export const App = ({ isDanish = false }) => (
  <KeystileProvider projectId="…" publishableClientKey="pck_…" lang={isDanish ? danish : "auto"} messages={messages}>
    <Since date={new Date(0)} />
    <Handler />
  </KeystileProvider>
)
