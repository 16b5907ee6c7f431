// @vitest-environment happy-dom
/** Reads of the control API by the pages of `keystile dev`. */
import { act } from "react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { useLive } from "../../console/control/use-live.ts"
import { MailboxPage } from "../../console/mailbox/mailbox-page.tsx"
import { render } from "../react/page.tsx"

/** The response to the next requests: a value, or `null` for a service that hangs. */
let responses: (path: string) => Response | null = () => null

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  vi.stubGlobal(
    "fetch",
    (path: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        const response = responses(path)
        if (response !== null) return resolve(response)
        signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")))
      })
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (millis: number) => act(() => vi.advanceTimersByTimeAsync(millis))

const Overview = () => {
  const { isUnreachable, value } = useLive<{ readonly mails: number }>("/overview", 1500)
  return <p>{`${value?.mails ?? "no"} mails${isUnreachable ? ", no answer" : ""}`}</p>
}

describe("a service that accepts requests and does not respond", () => {
  it("is shown as unreachable until it responds again", async () => {
    responses = () => Response.json({ mails: 2 })
    const page = await render(<Overview />)
    await pass(0)
    expect(page.text()).toBe("2 mails")
    responses = () => null
    await pass(11_600)
    expect(page.text()).toBe("2 mails, no answer")
    responses = () => Response.json({ mails: 3 })
    await pass(11_100)
    expect(page.text()).toBe("3 mails")
  })
})

describe("the mailbox", () => {
  const head = {
    id: "33333333-3333-4333-8333-333333333333",
    project_id: "p",
    type: "sign_in_invitation",
    to: "noor@example.com",
    subject: "Welcome",
    at: 0,
    delivery: "mailbox"
  }
  const mail = { ...head, from: "", text: "", links: [], codes: [], delivery_problem: null }

  it.each(["44444444-4444-4444-8444-444444444444", "heads"])("says that the mail %s is gone", async (id) => {
    responses = (path) => {
      if (path.includes("/heads")) return Response.json({ mails: [head], total: 1 })
      if (path.endsWith(head.id)) return Response.json({ mail })
      return Response.json({ error: "The mailbox has no such mail." }, { status: 404 })
    }
    const page = await render(<MailboxPage projects={[]} rest={[id]} />)
    await pass(0)
    expect(page.text()).toContain("The mailbox has no such mail.")
    expect(page.container.querySelector("iframe, [aria-current]")).toBeNull()
  })
})
