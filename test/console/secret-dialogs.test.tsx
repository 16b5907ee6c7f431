// @vitest-environment happy-dom
/** The dialogs that create keys and secrets, which are shown once. */
import { act, type ReactNode, useState } from "react"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { NewKeySet } from "../../console/control/responses.ts"
import { KeySetDialog } from "../../console/projects/key-set-dialog.tsx"
import { NewKeysDialog } from "../../console/settings/new-keys-dialog.tsx"
import { CreateApiKeyDialog } from "../../console/team/create-api-key-dialog.tsx"
import { CreateTargetDialog } from "../../console/webhooks/create-target-dialog.tsx"
import { RotateSecretDialog } from "../../console/webhooks/rotate-secret-dialog.tsx"
import { settle } from "../react/page.tsx"
import { button, click, enter, eventually, ownedProject, type Page, project, run, shows } from "./owned-project.tsx"

const { calls: admin, show } = ownedProject()

/** The project as `keystile dev` lists it. */
const inDevelopment = {
  id: project.id,
  display_name: "Fernhill",
  created_at: 0,
  is_production_mode: false,
  user_count: 0,
  keys: null,
  domains: []
}

afterEach(() => vi.unstubAllGlobals())

/** A page with an opened dialog. */
const Opened = ({ dialog }: { readonly dialog: (close: () => void) => ReactNode }) => {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? dialog(() => setOpen(false)) : <p>Closed</p>
}

const dialogOf = (page: Page) => page.find<HTMLDialogElement>("dialog")

/** Presses Escape: the browser asks the page whether the dialog may be closed. */
const escape = (page: Page) => act(() => void dialogOf(page).dispatchEvent(new Event("cancel", { cancelable: true })))

const field = (page: Page, label: string) =>
  eventually(() => {
    const found = [...page.container.querySelectorAll("label")].find((one) => one.textContent === label)
    if (found === undefined) throw new Error(`No field is labelled ${label}.`)
    return page.find<HTMLInputElement>(`[id="${found.htmlFor}"]`)
  })

/** Returns whether the browser asks before it reloads the page. If so, Back does not change the URL either. */
const isPageKept = () => {
  const { href } = location
  // As Back does in a browser: happy-dom has no pages to go back to.
  history.replaceState(null, "", "#/elsewhere")
  dispatchEvent(new PopStateEvent("popstate"))
  const isKept = location.href === href
  history.replaceState(null, "", href)
  const isAsked = !dispatchEvent(new Event("beforeunload", { cancelable: true }))
  expect(isKept).toBe(isAsked)
  return isAsked
}

/** Submits the form, and tries to close the dialog and to leave the page before the response. */
const closeWhilePending = async (page: Page, word: string) => {
  const submit = await button(page, word)
  const cancel = await button(page, "Cancel")
  expect(isPageKept()).toBe(false)
  act(() => submit.click())
  expect(submit.getAttribute("aria-busy")).toBe("true")
  escape(page)
  act(() => cancel.click())
  // The browser closes the dialog at a second Escape, without asking.
  act(() => dialogOf(page).close())
  expect(dialogOf(page).open).toBe(true)
  expect(isPageKept()).toBe(true)
  await settle()
}

/** Waits for the secrets. The page is kept until their dialog is closed. */
const keepsPageWithSecret = async (page: Page, warning: string) => {
  await shows(page, warning)
  expect(isPageKept()).toBe(true)
  escape(page)
  expect(page.text()).toBe("Closed")
  expect(isPageKept()).toBe(false)
}

describe("a dialog that creates a secret stays, with its page, until the secret was shown", () => {
  const now = Date.now()

  it("of a set of API keys", async () => {
    const page = await show(<Opened dialog={(onClose) => <NewKeysDialog now={now} onClose={onClose} />} />)
    await enter(await field(page, "Description"), "Web")
    await closeWhilePending(page, "Create keys")
    await keepsPageWithSecret(page, "These keys are shown this once.")
  })

  it("of an API key of a team", async () => {
    await run(admin().updateProject({ config: { allowTeamApiKeys: true } }))
    const team = await run(admin().allTeams.create({ displayName: "Orchard" }))
    const page = await show(
      <Opened dialog={(onClose) => <CreateApiKeyDialog team={team} now={now} onClose={onClose} />} />
    )
    await enter(await field(page, "Description"), "CI")
    await closeWhilePending(page, "Create key")
    await keepsPageWithSecret(page, "The key is shown this once.")
  })

  it("of a new webhook target", async () => {
    const page = await show(<Opened dialog={(onClose) => <CreateTargetDialog onClose={onClose} />} />)
    await enter(await field(page, "Address"), "https://app.example/webhooks")
    await closeWhilePending(page, "Add target")
    await keepsPageWithSecret(page, "The secret is shown this once.")
  })

  it("of a webhook target whose secret is replaced", async () => {
    const target = await run(
      admin().webhooks.createTarget({ url: "https://app.example/webhooks", description: "", eventTypes: null })
    )
    const page = await show(<Opened dialog={(onClose) => <RotateSecretDialog target={target} onClose={onClose} />} />)
    await closeWhilePending(page, "Replace secret")
    await keepsPageWithSecret(page, "The secret is shown this once.")
  })

  it("of a set of API keys in `keystile dev`", async () => {
    const made: Partial<NewKeySet> = { description: "Made in the console", secret_server_key: "ssk_1" }
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(made)))
    const page = await show(
      <Opened dialog={(onClose) => <KeySetDialog project={inDevelopment} now={now} onClose={onClose} />} />
    )
    await closeWhilePending(page, "Make keys")
    await keepsPageWithSecret(page, "These keys are shown this once.")
  })
})

describe("a dialog that creates a secret", () => {
  it("can be closed before its request, and after a failed one", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ error: "No more keys." }, { status: 400 })))
    const page = await show(
      <Opened dialog={(onClose) => <KeySetDialog project={inDevelopment} now={0} onClose={onClose} />} />
    )
    await click(page, "Make keys")
    await shows(page, "No more keys.")
    expect(isPageKept()).toBe(false)
    await click(page, "Cancel")
    expect(page.text()).toBe("Closed")
    const other = await show(<Opened dialog={(onClose) => <NewKeysDialog now={0} onClose={onClose} />} />)
    escape(other)
    expect(other.text()).toBe("Closed")
  })

  it("keeps its page until all secrets are copied", async () => {
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.resolve() } })
    const made: Partial<NewKeySet> = {
      description: "Made in the console",
      publishable_client_key: "pck_1",
      secret_server_key: "ssk_1"
    }
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(made)))
    const page = await show(
      <Opened dialog={(onClose) => <KeySetDialog project={inDevelopment} now={0} onClose={onClose} />} />
    )
    await click(page, "Make keys")
    await click(page, "Copy Secret server key")
    expect(isPageKept()).toBe(true)
    await click(page, "Copy Publishable client key")
    expect(isPageKept()).toBe(false)
  })
})
