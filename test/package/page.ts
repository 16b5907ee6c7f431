/** A page of an application that depends on the package. `page-runner.mjs` runs its exports without a browser. */
import { createElement } from "react"
import { renderToString } from "react-dom/server"
import { createClientApp, type ClientAppOptions } from "keystile/promise"
import { KeystileProvider, SignIn } from "keystile/react"
import "keystile/react/styles.css"

/** Signs up. Returns the user's primary email. */
export const signUp = async (options: ClientAppOptions, credential: { email: string; password: string }) => {
  const app = createClientApp(options)
  await app.signUpWithCredential({ ...credential, verificationCallbackUrl: "http://localhost/verify" })
  const user = await app.getUser()
  return user?.primaryEmail ?? null
}

export const markup = (options: ClientAppOptions) =>
  renderToString(createElement(KeystileProvider, options, createElement("p", null, "Hello")))

export const page = (options: ClientAppOptions) => createElement(KeystileProvider, options, createElement(SignIn))
