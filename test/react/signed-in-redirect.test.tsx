// @vitest-environment happy-dom
/** A user who is already signed in leaves the sign-in page for the return URL. */
import { afterEach, expect, it, vi } from "vitest"
import { KeystileProvider, SignIn } from "../../react/index.ts"
import { render } from "./page.tsx"
import { scriptedService } from "./scripted-service.ts"

afterEach(() => history.replaceState(null, "", "/"))

/** A router that changes the page synchronously. */
const router = () => {
  const went: Array<string> = []
  const redirectMethod = (url: string) => {
    went.push(url)
    history.replaceState(null, "", url)
  }
  return { went, redirectMethod }
}

it("navigates to the return URL with a router, where effects run twice", async () => {
  const { redirectMethod, went } = router()
  const service = scriptedService({}, { signedIn: true, redirectMethod })
  history.replaceState(null, "", "/handler/sign-in?after_auth_return_to=%2Fnotes")
  await render(
    <KeystileProvider runtime={service.runtime}>
      <SignIn automaticRedirect />
    </KeystileProvider>
  )
  await vi.waitFor(() => expect(location.pathname).toBe("/notes"))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(went).toEqual(["/notes"])
})

it("navigates home when the return URL is the sign-in page itself", async () => {
  const { redirectMethod, went } = router()
  const service = scriptedService({}, { signedIn: true, redirectMethod })
  history.replaceState(null, "", "/handler/sign-in?after_auth_return_to=%2Fhandler%2Fsign-in")
  await render(
    <KeystileProvider runtime={service.runtime}>
      <SignIn automaticRedirect />
    </KeystileProvider>
  )
  await vi.waitFor(() => expect(location.pathname).toBe("/"))
  expect(went).toEqual(["/"])
})
