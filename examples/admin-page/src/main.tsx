/** Starts the page: the owner signs in first. */
import { StrictMode, Suspense } from "react"
import { createRoot } from "react-dom/client"
import { KeystileProvider, SignedIn, SignedOut, SignIn } from "keystile/react"
import "keystile/react/styles.css"
import { AdminPage } from "./admin-page.tsx"

const root = document.getElementById("root")
if (root === null) throw new Error("index.html has no element with the id `root`.")

createRoot(root).render(
  <StrictMode>
    <KeystileProvider
      baseUrl={import.meta.env.VITE_KEYSTILE_URL}
      projectId="internal"
      publishableClientKey={import.meta.env.VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY}
      urls={{ home: "/", afterSignIn: "/", afterSignOut: "/" }}
    >
      <SignedOut>
        <SignIn />
      </SignedOut>
      <SignedIn>
        <Suspense fallback="Loading …">
          <AdminPage projectId={import.meta.env.VITE_PROJECT_ID} />
        </Suspense>
      </SignedIn>
    </KeystileProvider>
  </StrictMode>
)
