/* eslint-disable import/extensions -- imports as in an application with shadcn/ui */
/** An application with the components of the shadcn registry, and no style sheet of Keystile. */
import { StrictMode, useSyncExternalStore } from "react"
import { createRoot } from "react-dom/client"
import { KeystileProvider, useUserState } from "keystile/react"
import { SignInForm } from "@/components/keystile/sign-in-form"
import { UserButton } from "@/components/keystile/user-button"
import "./styles.css"

const onNavigation = (listener: () => void) => {
  addEventListener("popstate", listener)
  return () => removeEventListener("popstate", listener)
}

const Home = () => {
  const { data: user } = useUserState()
  return (
    <main>
      <h1>Home</h1>
      <UserButton />
      <p>{user == null ? "Signed out" : `Signed in: ${user.primaryEmail}`}</p>
    </main>
  )
}

const Page = () => {
  const path = useSyncExternalStore(onNavigation, () => location.pathname)
  return path === "/handler/sign-in" ? (
    <main>
      <SignInForm title="Sign in to Fernhill" />
    </main>
  ) : (
    <Home />
  )
}

const root = document.getElementById("root")
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <KeystileProvider
        baseUrl={import.meta.env["VITE_KEYSTILE_URL"]}
        projectId={import.meta.env["VITE_KEYSTILE_PROJECT_ID"]}
        publishableClientKey={import.meta.env["VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY"]}
      >
        <Page />
      </KeystileProvider>
    </StrictMode>
  )
}
