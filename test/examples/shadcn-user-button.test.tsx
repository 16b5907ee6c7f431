// @vitest-environment happy-dom
/** The user button of the shadcn registry, over a scripted service. */
import { expect, it, vi } from "vitest"
import { UserButton } from "../../examples/shadcn/components/keystile/user-button.tsx"
import { KeystileProvider } from "../../react/index.ts"
import { render } from "../react/page.tsx"
import { scriptedService, user } from "../react/scripted-service.ts"

it.each([
  ["Noor Lindqvist", "NL"],
  ["Émile Østergård".normalize("NFD"), "ÉØ".normalize("NFD")],
  ["👩‍🚀 Ada", "👩‍🚀A"]
])("shows whole characters of %s as initials", async (name, initials) => {
  const { runtime } = scriptedService(
    { "GET /users/me": () => ({ body: user({ display_name: name }) }) },
    { signedIn: true, redirectMethod: "none" }
  )
  const page = await render(
    <KeystileProvider runtime={runtime}>
      <UserButton />
    </KeystileProvider>
  )
  await vi.waitFor(() => expect(page.find("button span[aria-hidden]").textContent).toBe(initials))
})
