// @vitest-environment happy-dom
/** A password reset whose response was lost. */
import { expect, it, vi } from "vitest"
import { openNewPassword } from "./new-password-forms.tsx"
import { knownError } from "./scripted-service.ts"

const reset = "POST /auth/password/reset"

/** Sends a new password, to which a service with the given status responds. The code is used then. */
const afterFailure = async (status: number) => {
  let count = 0
  const form = await openNewPassword("password reset", {
    threshold: 0,
    script: {
      [reset]: () =>
        count++ === 0 ? { status, body: "" } : knownError("VERIFICATION_CODE_ALREADY_USED", "It was used.", 409)
    }
  })
  await form.submit("larkspur in the orchard")
  await vi.waitFor(() => expect(form.page.container.querySelector("[role=alert]")).not.toBeNull())
  return form
}

it("says that the password is set if the same password finds its link used", async () => {
  const { page, submit } = await afterFailure(418)
  await submit("larkspur in the orchard")
  await vi.waitFor(() => expect(page.text()).toContain("You can now sign in with your new password."))
})

it("says that the link is used if another password finds it used", async () => {
  const { page, submit } = await afterFailure(418)
  await submit("quayside at low tide")
  await vi.waitFor(() => expect(page.text()).toContain("This link has already been used"))
})

it("says that the link is used if the service has refused the first attempt", async () => {
  const { page, submit } = await afterFailure(405)
  await submit("larkspur in the orchard")
  await vi.waitFor(() => expect(page.text()).toContain("This link has already been used"))
})
