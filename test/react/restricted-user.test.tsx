// @vitest-environment happy-dom
/** Restricted users in the hooks, guards and pages. */
import { Suspense } from "react"
import { afterEach, expect, it, vi } from "vitest"
import { KeystileProvider, Onboarding, SignedIn, SignedOut, SignIn, useUser, useUserState } from "../../react/index.ts"
import { english } from "../../react/messages/english.ts"
import { render, settle } from "./page.tsx"
import { type PartialResponse, knownError, scriptedService, type ServiceScript, user } from "./scripted-service.ts"

afterEach(() => history.replaceState(null, "", "/"))

const router = () => {
  const went: Array<string> = []
  return {
    went,
    redirectMethod: (url: string) => {
      went.push(url)
      history.replaceState(null, "", url)
    }
  }
}

const byAdmin = {
  is_restricted: true,
  restricted_reason: { type: "restricted_by_administrator" },
  restricted_by_admin: true,
  restricted_by_admin_reason: "The invoice is unpaid."
}
const unverified = {
  is_restricted: true,
  restricted_reason: { type: "email_not_verified" },
  primary_email_verified: false
}

const visit = async (fields: object, node: React.ReactNode, script: ServiceScript = {}) => {
  const { redirectMethod, went } = router()
  const service = scriptedService(
    { "GET /users/me": () => ({ body: user(fields) }), ...script },
    { signedIn: true, redirectMethod }
  )
  const page = await render(
    <KeystileProvider runtime={service.runtime} lang="en">
      <Suspense fallback="…">{node}</Suspense>
    </KeystileProvider>
  )
  return { page, service, went }
}

const button = (page: { readonly container: HTMLElement }, name: string) => {
  const found = [...page.container.querySelectorAll("button")].find(({ textContent }) => textContent === name)
  if (found === undefined) throw new Error(`There is no button ${name} in ${page.container.innerHTML}`)
  return found
}

const submitEmail = ({ find }: Awaited<ReturnType<typeof render>>, email: string) =>
  settle(() => {
    const input = find<HTMLInputElement>("input[type=email]")
    input.value = email
    input.dispatchEvent(new Event("input", { bubbles: true }))
    find("form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }))
  })

it("counts a restricted user as signed out, unless a hook includes one", async () => {
  const Each = () => {
    const { data } = useUserState({ includeRestricted: true })
    return (
      <p>
        {useUser() === null ? "no user" : "a user"}, {useUser({ includeRestricted: true })?.primaryEmail},{" "}
        {data?.restrictedReason?.type}
      </p>
    )
  }
  const { page } = await visit(
    unverified,
    <>
      <Each />
      <SignedIn>in</SignedIn>
      <SignedOut>out</SignedOut>
    </>
  )
  await vi.waitFor(() => expect(page.text()).toBe("no user, noor@fernhill.example, email_not_verifiedout"))
})

it("redirects a restricted user to the page for it, and from sign-in with the return URL", async () => {
  const Notes = () => <p>{useUser({ or: "redirect" }).primaryEmail}</p>
  history.replaceState(null, "", "/notes")
  const { went } = await visit(byAdmin, <Notes />)
  await vi.waitFor(() => expect(went).toEqual(["/handler/onboarding?after_auth_return_to=%2Fnotes"]))
  history.replaceState(null, "", "/handler/sign-in?after_auth_return_to=%2Fnotes")
  const signIn = await visit(byAdmin, <SignIn />)
  await vi.waitFor(() => expect(signIn.went).toEqual(["/handler/onboarding?after_auth_return_to=%2Fnotes"]))
})

it("shows the administrator's reason as text, and signs out", async () => {
  const reason = "<img src=x onerror=alert(1)> unpaid"
  const { page, service } = await visit({ ...byAdmin, restricted_by_admin_reason: reason }, <Onboarding />)
  await vi.waitFor(() => expect(page.text()).toContain("Your account is restricted"))
  expect(page.text()).toContain(reason)
  expect(page.container.querySelector("img")).toBeNull()
  await settle(() => button(page, "Sign out").click())
  await vi.waitFor(() => expect(service.log).toContain("DELETE /auth/sessions/current"))
})

it("shows a reason that it does not know without a text of its own", async () => {
  const { page } = await visit({ is_restricted: true, restricted_reason: { type: "of the future" } }, <Onboarding />)
  await vi.waitFor(() => expect(page.text()).toContain("Your account is restricted"))
  expect(page.text()).not.toContain("Reason")
})

it("mails a link, says that the address is not verified yet, and leaves once it is", async () => {
  let isVerified = false
  history.replaceState(null, "", "/handler/onboarding?after_auth_return_to=%2Fnotes")
  const { page, service, went } = await visit(unverified, <Onboarding />, {
    "GET /users/me": () => ({ body: user(isVerified ? {} : unverified) }),
    "POST /contact-channels/send-verification-code": () => ({ body: { success: true } })
  })
  await vi.waitFor(() => expect(page.text()).toContain("Verify noor@fernhill.example before you continue."))
  await settle(() => button(page, "Email me a link").click())
  await vi.waitFor(() => expect(page.text()).toContain("We sent a link to noor@fernhill.example."))
  expect(service.log).toContain("POST /contact-channels/send-verification-code")
  await settle(() => button(page, "I have verified it").click())
  await vi.waitFor(() => expect(page.text()).toContain("The address is not verified yet."))
  isVerified = true
  await vi.waitFor(async () => {
    await settle(() => document.dispatchEvent(new Event("visibilitychange")))
    expect(went).toEqual(["/notes"])
  })
})

it("returns from another address to the mail that was sent", async () => {
  const { page } = await visit(unverified, <Onboarding />, {
    "POST /contact-channels/send-verification-code": () => ({ body: { success: true } })
  })
  await vi.waitFor(() => button(page, "Email me a link"))
  await settle(() => button(page, "Email me a link").click())
  const sent = "We sent a link to noor@fernhill.example."
  await vi.waitFor(() => expect(page.text()).toContain(sent))
  await settle(() => button(page, "Use another address").click())
  expect(page.text()).not.toContain(sent)
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Verify your email address"))
  const cancel = button(page, "Cancel")
  cancel.focus()
  await settle(() => cancel.click())
  expect(page.text()).toContain(sent)
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Verify your email address"))
})

it("does not say that a link was sent to another address whose mail failed", async () => {
  let email = "noor@fernhill.example"
  let mail: PartialResponse = { body: { success: true } }
  const { page } = await visit({}, <Onboarding />, {
    "GET /users/me": () => ({ body: user({ ...unverified, primary_email: email }) }),
    "PATCH /users/me": () => {
      email = "new@fernhill.example"
      return { body: user({ ...unverified, primary_email: email }) }
    },
    "POST /contact-channels/send-verification-code": () => mail
  })
  await vi.waitFor(() => button(page, "Email me a link"))
  await settle(() => button(page, "Email me a link").click())
  await vi.waitFor(() => expect(page.text()).toContain("We sent a link to noor@fernhill.example."))
  await settle(() => button(page, "Use another address").click())
  mail = { status: 418, body: "" }
  await submitEmail(page, "new@fernhill.example")
  await vi.waitFor(() => expect(page.find("[role=alert]").textContent).toContain(english.unknownErrorNotice))
  expect(page.text()).toContain("Verify new@fernhill.example before you continue.")
  expect(page.text()).not.toContain("We sent a link")
  mail = { body: { success: true } }
  await settle(() => button(page, "Email me a link").click())
  await vi.waitFor(() => expect(page.text()).toContain("We sent a link to new@fernhill.example."))
})

it("shows why the mail to the first address failed, and not in the form for another address", async () => {
  let email: string | null = null
  const { page } = await visit({}, <Onboarding />, {
    "GET /users/me": () => ({ body: user({ ...unverified, primary_email: email }) }),
    "PATCH /users/me": () => {
      email = "new@fernhill.example"
      return { body: user({ ...unverified, primary_email: email }) }
    },
    "POST /contact-channels/send-verification-code": () => ({ status: 418, body: "" })
  })
  await vi.waitFor(() => expect(page.text()).toContain("Add your email address"))
  await submitEmail(page, "new@fernhill.example")
  await vi.waitFor(() => expect(page.find("[role=alert]").textContent).toContain(english.unknownErrorNotice))
  expect(page.text()).toContain("Verify new@fernhill.example before you continue.")
  await settle(() => button(page, "Use another address").click())
  expect(page.find("form").querySelector("[role=alert]")).toBeNull()
})

it("does not cancel the form for another address while the address is being changed", async () => {
  let email = "noor@fernhill.example"
  const { page, service } = await visit({}, <Onboarding />, {
    "GET /users/me": () => ({ body: user({ ...unverified, primary_email: email }) }),
    "PATCH /users/me": () => {
      email = "new@fernhill.example"
      return { body: user({ ...unverified, primary_email: email }) }
    },
    "POST /contact-channels/send-verification-code": () => ({ body: { success: true } })
  })
  await vi.waitFor(() => button(page, "Use another address"))
  await settle(() => button(page, "Use another address").click())
  service.hold("PATCH /users/me")
  await submitEmail(page, "new@fernhill.example")
  await vi.waitFor(() => expect(service.count("PATCH /users/me")).toBe(1))
  const cancel = button(page, "Cancel")
  expect(cancel.getAttribute("aria-disabled")).toBe("true")
  await settle(() => cancel.click())
  expect(page.container.querySelector("form")).not.toBeNull()
  await settle(() => service.release("PATCH /users/me"))
  await vi.waitFor(() => expect(page.text()).toContain("We sent a link to new@fernhill.example."))
  expect(service.log).not.toContain("aborted PATCH /users/me")
})

it("returns from another address while its request waits for the next try", async () => {
  const { page, service } = await visit(unverified, <Onboarding />, {
    "PATCH /users/me": () => ({ status: 429, headers: { "retry-after": "20" } })
  })
  await vi.waitFor(() => button(page, "Use another address"))
  await settle(() => button(page, "Use another address").click())
  await submitEmail(page, "new@fernhill.example")
  await vi.waitFor(() => expect(service.count("PATCH /users/me")).toBe(1))
  await vi.waitFor(() => expect(button(page, "Cancel").getAttribute("aria-disabled")).toBeNull())
  await settle(() => button(page, "Cancel").click())
  await vi.waitFor(() => button(page, "Email me a link"))
  expect(service.count("PATCH /users/me")).toBe(1)
})

it("does not cancel the form for another address once the next try is under way", async () => {
  let isLimited = true
  const { page, service } = await visit(unverified, <Onboarding />, {
    "PATCH /users/me": () => (isLimited ? { status: 429, headers: { "retry-after": "1" } } : { body: user(unverified) })
  })
  await vi.waitFor(() => button(page, "Use another address"))
  await settle(() => button(page, "Use another address").click())
  await submitEmail(page, "new@fernhill.example")
  await vi.waitFor(() => expect(service.count("PATCH /users/me")).toBe(1))
  isLimited = false
  service.hold("PATCH /users/me")
  await vi.waitFor(() => expect(service.count("PATCH /users/me")).toBe(2), 5000)
  await vi.waitFor(() => expect(button(page, "Cancel").getAttribute("aria-disabled")).toBe("true"))
})

it("shows the email of the account after the response to its change was lost", async () => {
  let email = "noor@fernhill.example"
  const { page } = await visit({}, <Onboarding />, {
    "GET /users/me": () => ({ body: user({ ...unverified, primary_email: email }) }),
    "PATCH /users/me": () => {
      email = "new@fernhill.example"
      return { status: 502, body: "" }
    }
  })
  await vi.waitFor(() => button(page, "Use another address"))
  await settle(() => button(page, "Use another address").click())
  await submitEmail(page, "new@fernhill.example")
  await vi.waitFor(() => expect(button(page, "Cancel").getAttribute("aria-disabled")).toBeNull())
  await settle(() => button(page, "Cancel").click())
  await vi.waitFor(() => expect(page.text()).toContain("new@fernhill.example"))
})

it("shows why the check of the address failed", async () => {
  let response: PartialResponse = { body: user(unverified) }
  const { page } = await visit(unverified, <Onboarding />, {
    "GET /users/me": () => response,
    "POST /contact-channels/send-verification-code": () => ({ body: { success: true } })
  })
  await vi.waitFor(() => button(page, "Email me a link"))
  await settle(() => button(page, "Email me a link").click())
  await vi.waitFor(() => button(page, "I have verified it"))
  response = { status: 418, body: "" }
  await settle(() => button(page, "I have verified it").click())
  await vi.waitFor(() => expect(page.find("[role=alert]").textContent).toContain(english.unknownErrorNotice))
  expect(page.text()).not.toContain("not verified yet")
  response = { body: user(unverified) }
  await settle(() => button(page, "I have verified it").click())
  await vi.waitFor(() => expect(page.find("[role=alert]").textContent).toContain("The address is not verified yet."))
})

it("asks a user without an address for one, and shows why it is refused", async () => {
  let email: string | null = null
  let isTaken = true
  const { page, service } = await visit({}, <Onboarding />, {
    "GET /users/me": () => ({ body: user({ ...unverified, primary_email: email }) }),
    "PATCH /users/me": () => {
      if (isTaken) return knownError("USER_EMAIL_ALREADY_EXISTS", "Taken")
      email = "new@fernhill.example"
      return { body: user({ ...unverified, primary_email: email }) }
    },
    "POST /contact-channels/send-verification-code": () => ({ body: { success: true } })
  })
  await vi.waitFor(() => expect(page.text()).toContain("Add your email address"))
  const input = page.find<HTMLInputElement>("input[type=email]")
  await submitEmail(page, "new@fernhill.example")
  await vi.waitFor(() => expect(page.container.querySelector("[role=alert]")).not.toBeNull())
  expect(page.container.querySelector("input[type=email]")).toBe(input)
  isTaken = false
  await submitEmail(page, "new@fernhill.example")
  await vi.waitFor(() => expect(page.text()).toContain("We sent a link to new@fernhill.example."))
  await settle(() => button(page, "Use another address").click())
  expect(page.container.querySelector("input[type=email]")).not.toBeNull()
  expect(service.log).toContain("POST /contact-channels/send-verification-code")
})

it("sends a normal user on", async () => {
  history.replaceState(null, "", "/handler/onboarding")
  const { went } = await visit({}, <Onboarding />)
  await vi.waitFor(() => expect(went).toEqual(["/"]))
})
