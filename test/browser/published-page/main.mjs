// An application with the published React package. It is copied to the folder in which the package is installed, and
// configured by the variable VITE_APP of the build.

import { createElement, Suspense } from "react"
import { createRoot } from "react-dom/client"
import { StackClientApp, StackHandler, StackProvider, StackTheme, useUser } from "@stackframe/react"

/** The pages of another host, for the application on `shop.localhost`. */
const urls =
  location.hostname === "shop.localhost"
    ? { signIn: `${location.origin.replace("shop.", "")}/handler/sign-in` }
    : undefined

const app = new StackClientApp({
  ...JSON.parse(import.meta.env.VITE_APP),
  tokenStore: "cookie",
  redirectMethod: "window",
  ...(urls && { urls }),
  // Otherwise the client signs up an anonymous user after some seconds, and sends events to the service.
  analytics: { enabled: false }
})

const Home = () => {
  const user = useUser()
  return user === null
    ? createElement("button", { type: "button", onClick: () => app.redirectToSignIn() }, "Enter")
    : createElement(
        "main",
        null,
        createElement("h1", null, `Hello, ${user.primaryEmail}.`),
        createElement("button", { type: "button", onClick: () => user.signOut() }, "Leave")
      )
}

const Page = () =>
  location.pathname.startsWith("/handler/")
    ? createElement(StackHandler, { app, location: location.pathname, fullPage: true })
    : createElement(Home)

createRoot(document.querySelector("#root")).render(
  createElement(
    Suspense,
    { fallback: "Loading …" },
    createElement(StackProvider, { app }, createElement(StackTheme, null, createElement(Page)))
  )
)
