/** Starts the small application of the browser tests: a public page, and one that requires a user. */
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { KeystileProvider } from "keystile/react"
import "keystile/react/styles.css"
import { App } from "./app.tsx"
import { navigate } from "./router.tsx"
import "./styles.css"

const root = document.getElementById("root")
if (root === null) throw new Error("index.html has no element with the id `root`.")

createRoot(root).render(
  <StrictMode>
    <KeystileProvider
      baseUrl={import.meta.env.VITE_KEYSTILE_URL}
      projectId={import.meta.env.VITE_KEYSTILE_PROJECT_ID}
      publishableClientKey={import.meta.env.VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY}
      redirectMethod={navigate}
    >
      <App />
    </KeystileProvider>
  </StrictMode>
)
