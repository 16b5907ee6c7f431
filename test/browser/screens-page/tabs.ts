/** A page without screens, whose client the tests call. */
import { type ClientApp, createClientApp } from "keystile/promise"

declare global {
  interface Window {
    app: ClientApp
    /** One entry per session change since `listen`: `true` if a user was signed in. */
    changes: Array<boolean>
    listen: () => void
  }
}

window.app = createClientApp({
  baseUrl: import.meta.env["VITE_KEYSTILE_URL"],
  projectId: import.meta.env["VITE_KEYSTILE_PROJECT_ID"],
  publishableClientKey: import.meta.env["VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY"],
  tokenStore: "cookie",
  redirectMethod: "none"
})
window.changes = []
window.listen = () =>
  void window.app.onSessionChange(() => window.changes.push(document.cookie.includes("stack-refresh")))
