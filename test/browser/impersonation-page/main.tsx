/** An application with the screens, whose own style sheet hides everything that it does not know. */
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { Handler, KeystileProvider, useUserState } from "keystile/react"
import "keystile/react/styles.css"

interface Settings {
  readonly baseUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
}

/** Set by the test before the page loads. */
const settings = Reflect.get(globalThis, "keystileSettings") as Settings

const Home = () => {
  const { data: user } = useUserState()
  return (
    <main>
      <h1>Home</h1>
      <p>{user == null ? "Signed out" : `Welcome, ${user.displayName}`}</p>
      <a href="/handler/account-settings">Account settings</a>
    </main>
  )
}

const root = document.getElementById("root")
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <KeystileProvider {...settings}>
        {location.pathname.startsWith("/handler/") ? <Handler fullPage /> : <Home />}
      </KeystileProvider>
    </StrictMode>
  )
}
