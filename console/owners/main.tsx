/** Renders the pages of owners. The service serves them below `/owner`. */
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { KeystileProvider } from "../../react/provider/keystile-provider.tsx"
import "../../react/styles.css"
import { OwnerPages } from "./owner-pages.tsx"
import "./owners.css"

const key = document.querySelector<HTMLMetaElement>('meta[name="keystile-client-key"]')?.content
const urls = {
  handler: "/owner/handler",
  home: "/owner",
  afterSignIn: "/owner",
  afterSignOut: "/owner/handler/sign-in"
}

const root = document.getElementById("root")
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <KeystileProvider baseUrl={location.origin} projectId="internal" publishableClientKey={key} urls={urls}>
        <OwnerPages />
      </KeystileProvider>
    </StrictMode>
  )
}
