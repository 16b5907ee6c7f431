/** Starts the application. */
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { KeystileProvider } from "keystile/react"
import "keystile/react/styles.css"
import "keystile/react/themes.css"
import { App } from "./app.tsx"
import { showLook, useChoices } from "./choices.ts"
import { navigate } from "./router.tsx"
import "./styles.css"

/** The application's own pages that the screens link to. */
const urls = { home: "/", afterSignIn: "/teams", accountSettings: "/account" }

const Root = () => {
  const { language } = useChoices()
  return (
    <KeystileProvider
      baseUrl={import.meta.env.VITE_KEYSTILE_URL}
      projectId={import.meta.env.VITE_KEYSTILE_PROJECT_ID}
      publishableClientKey={import.meta.env.VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY}
      redirectMethod={navigate}
      urls={urls}
      lang={language}
    >
      <App />
    </KeystileProvider>
  )
}

const root = document.getElementById("root")
if (root === null) throw new Error("index.html has no element with the id `root`.")

// Before the first paint, so that the color scheme does not flash.
showLook()
createRoot(root).render(
  <StrictMode>
    <Root />
  </StrictMode>
)
