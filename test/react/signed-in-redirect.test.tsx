// @vitest-environment happy-dom
/** A user who is already signed in leaves the sign-in page for the return URL. */
import { act } from "react"
import { afterEach, expect, it, vi } from "vitest"
import { KeystileProvider, SignIn } from "../../react/index.ts"
import { render, settle } from "./page.tsx"
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

/** Renders the sign-in page with a return URL. */
const renderSignIn = (service: ReturnType<typeof scriptedService>, returnUrl: string) => {
  history.replaceState(null, "", `/handler/sign-in?${new URLSearchParams({ after_auth_return_to: returnUrl })}`)
  return render(
    <KeystileProvider runtime={service.runtime}>
      <SignIn automaticRedirect />
    </KeystileProvider>
  )
}

/** Enters an email and a password, and submits. */
const signIn = async (page: Awaited<ReturnType<typeof render>>) => {
  await vi.waitFor(() => page.find("input[type=password]"))
  for (const [name, text] of [
    ["email", "noor@fernhill.example"],
    ["password", "correct horse"]
  ]) {
    const input = page.find<HTMLInputElement>(`input[type=${name}]`)
    await act(async () => {
      input.value = text ?? ""
      input.dispatchEvent(new Event("input", { bubbles: true }))
    })
  }
  await act(async () => page.find("form").querySelector<HTMLElement>("[type=submit]")?.click())
}

it("navigates to the return URL with a router, where effects run twice", async () => {
  const { redirectMethod, went } = router()
  const service = scriptedService({}, { signedIn: true, redirectMethod })
  await renderSignIn(service, "/notes")
  await vi.waitFor(() => expect(location.pathname).toBe("/notes"))
  await settle()
  expect(went).toEqual(["/notes"])
})

it("follows the return URL after sign-in with a router that shows the old page a moment longer", async () => {
  const { redirectMethod, went } = router()
  const service = scriptedService({}, { redirectMethod })
  const page = await renderSignIn(service, "/notes")
  await signIn(page)
  // The page of the form redirects after the form itself did.
  await vi.waitFor(() => expect(page.container.querySelector("form")).toBeNull())
  await vi.waitFor(() => expect(went.length).toBeGreaterThan(1))
  expect(new Set(went)).toEqual(new Set(["/notes"]))
})

it("redirects once after sign-in while the next page takes seconds to respond", async () => {
  const replace = vi.spyOn(location, "replace").mockImplementation(() => {})
  const service = scriptedService({}, { redirectMethod: "window", virtualTime: true })
  const page = await renderSignIn(service, "/notes")
  await signIn(page)
  await vi.waitFor(() => expect(replace).toHaveBeenCalledTimes(1))
  for (let second = 0; second < 5; second++) await settle(() => service.pass("1 second"))
  await settle()
  expect(replace.mock.calls).toEqual([["/notes"]])
  expect(page.container.querySelector("form")).not.toBeNull()
  // The page was left, and restored from the back/forward cache.
  await settle(() => void dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })))
  await vi.waitFor(() => expect(replace).toHaveBeenCalledTimes(2))
  replace.mockRestore()
})

it("navigates home when the return URL is the sign-in page itself", async () => {
  const { redirectMethod, went } = router()
  const service = scriptedService({}, { signedIn: true, redirectMethod })
  await renderSignIn(service, "/handler/sign-in")
  await vi.waitFor(() => expect(location.pathname).toBe("/"))
  expect(went).toEqual(["/"])
})
