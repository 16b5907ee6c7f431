/** Renders the pages of owners. The service serves them below `/owner`. */
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { KeystileProvider } from "../../react/provider/keystile-provider.tsx"
import "../../react/styles.css"
import { OwnerPages } from "./owner-pages.tsx"
import { mountPath, ownerPath } from "./owner-path.ts"
import "./owners.css"

const key = document.querySelector<HTMLMetaElement>('meta[name="keystile-client-key"]')?.content
const urls = {
  handler: `${ownerPath}/handler`,
  home: ownerPath,
  afterSignIn: ownerPath,
  afterSignOut: `${ownerPath}/handler/sign-in`
}

const root = document.getElementById("root")
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <KeystileProvider
        baseUrl={`${location.origin}${mountPath}`}
        projectId="internal"
        publishableClientKey={key}
        urls={urls}
      >
        <OwnerPages />
      </KeystileProvider>
    </StrictMode>
  )
}
