// @vitest-environment happy-dom
/** Signing out of the owners' console while deletions can still be undone. */
import * as Effect from "effect/Effect"
import { act, useEffect } from "react"
import { beforeAll, describe, expect, it, vi } from "vitest"
import type { Deletion } from "../../console/deletions/deletion-queue.ts"
import { Deletions, useDeletionQueue } from "../../console/deletions/deletions.tsx"
import { OwnerMenu } from "../../console/owners/owner-menu.tsx"
import { loadModules } from "../../core/loading/lazy-module.ts"
import { KeystileProvider } from "../../react/index.ts"
import { render, settle } from "../react/page.tsx"
import { scriptedService } from "../react/scripted-service.ts"

beforeAll(() => Effect.runPromise(loadModules))

const SIGN_OUT = "DELETE /auth/sessions/current"

/** Deletes a user whose request ends when the test says so. */
const deletionOfNoor = () => {
  let resolveNext: (problem: string | null) => void = () => {}
  const send = vi.fn<Deletion["send"]>(
    () =>
      new Promise((resolve) => {
        resolveNext = resolve
      })
  )
  return { send, respond: (problem: string | null) => settle(() => resolveNext(problem)) }
}

const Deleting = ({ send }: Pick<Deletion, "send">) => {
  const { add } = useDeletionQueue()
  useEffect(() => {
    const deletions = [{ id: "noor", name: "Noor", send }]
    add({ kind: "user", project: {}, deletions, ensureToken: () => {}, readLists: () => Promise.resolve() })
  }, [add, send])
  return null
}

/** Passes the queue of the page to the test. */
const Queue = ({ onRender }: { readonly onRender: (queue: ReturnType<typeof useDeletionQueue>) => void }) => {
  const queue = useDeletionQueue()
  useEffect(() => onRender(queue), [onRender, queue])
  return null
}

const open = async (send?: Deletion["send"]) => {
  const service = scriptedService({}, { signedIn: true })
  const onSignOut = vi.fn<() => void>()
  let queue: ReturnType<typeof useDeletionQueue> | undefined
  const setQueue = (current: ReturnType<typeof useDeletionQueue>) => {
    queue = current
  }
  const page = await render(
    <KeystileProvider runtime={service.runtime}>
      <Deletions>
        <OwnerMenu onSignOut={onSignOut} />
        <Queue onRender={setQueue} />
        {send !== undefined && <Deleting send={send} />}
      </Deletions>
    </KeystileProvider>,
    { strict: false }
  )
  await vi.waitFor(() => expect(page.find("button").getAttribute("aria-busy")).toBeNull())
  const signOut = async () => {
    // happy-dom has no popovers: a menu that the page hides stays open.
    if (page.container.querySelector("[role=menu]") === null) await act(async () => page.find("button").click())
    await vi.waitFor(() => page.find("button[role=menuitem]"))
    await act(async () => page.find("button[role=menuitem]").click())
  }
  const add = (deletion: Deletion) =>
    act(async () =>
      queue?.add({
        kind: "user",
        project: {},
        deletions: [deletion],
        ensureToken: () => {},
        readLists: () => Promise.resolve()
      })
    )
  return { add, onSignOut, page, service, signOut }
}

describe("signing out of the owners' console", () => {
  it("sends the deletions that can still be undone first, as they need the session", async () => {
    const { respond, send } = deletionOfNoor()
    const { onSignOut, page, service, signOut } = await open(send)
    await signOut()
    await settle()
    expect([send.mock.calls.length, service.count(SIGN_OUT), onSignOut.mock.calls.length]).toEqual([1, 0, 0])
    await vi.waitFor(() => expect(page.text()).toContain("Deleting Noor"))
    await respond(null)
    await vi.waitFor(() => expect(service.count(SIGN_OUT)).toBe(1))
    expect(onSignOut).toHaveBeenCalledOnce()
  })

  it("sends the deletions that begin while others are sent, too", async () => {
    const { respond, send } = deletionOfNoor()
    const { add, service, signOut } = await open(send)
    await signOut()
    await settle()
    const sendTess = vi.fn<Deletion["send"]>(() => Promise.resolve(null))
    await add({ id: "tess", name: "Tess", send: sendTess })
    await respond(null)
    await vi.waitFor(() => expect(service.count(SIGN_OUT)).toBe(1))
    expect(sendTess).toHaveBeenCalledOnce()
  })

  it("is not done if a deletion fails, and is done when it is chosen again", async () => {
    const { respond, send } = deletionOfNoor()
    const { page, service, signOut } = await open(send)
    await signOut()
    await respond("The service does not respond.")
    await vi.waitFor(() => expect(page.text()).toContain("Noor: The service does not respond."))
    expect(service.count(SIGN_OUT)).toBe(0)
    await signOut()
    await vi.waitFor(() => expect(service.count(SIGN_OUT)).toBe(1))
    expect(send).toHaveBeenCalledOnce()
  })

  it("is done at once without a deletion", async () => {
    const { onSignOut, service, signOut } = await open()
    await signOut()
    await vi.waitFor(() => expect(service.count(SIGN_OUT)).toBe(1))
    expect(onSignOut).toHaveBeenCalledOnce()
  })
})
