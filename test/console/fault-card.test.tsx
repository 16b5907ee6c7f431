// @vitest-environment happy-dom
/** A fault on the page of faults that a test has set. */
import { act } from "react"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import type { ActiveFault } from "../../console/control/responses.ts"
import { FaultCard } from "../../console/faults/fault-card.tsx"
import { kinds } from "../../console/faults/fault-kinds.ts"
import { render, settle } from "../react/page.tsx"
import { enter, type Page } from "./owned-project.tsx"

const ofTest = {
  kind: "rateLimit",
  method: "POST",
  path: "/api/v1/users",
  share: 0.12345,
  seed: "one",
  retryAfterForm: "date",
  retryAfterSeconds: 5
} as const
const first: ActiveFault = { id: "1", fault: ofTest, used: 0 }
const other: ActiveFault = { id: "2", fault: { kind: "rateLimit", path: "/api/v1/teams" }, used: 0 }

/** The requests of the page: method, path, and body. */
let requests: Array<readonly [string | undefined, string, unknown]> = []

beforeEach(() => {
  requests = []
  vi.stubGlobal("fetch", async (path: string, { body, method }: RequestInit) => {
    requests.push([method, path, JSON.parse(String(body))])
    return Response.json({ id: "3", fault: JSON.parse(String(body)), used: 0 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const card = (active: ReadonlyArray<ActiveFault>) => {
  const kind = kinds.find((one) => one.kind === "rateLimit")
  if (kind === undefined) throw new Error("There is no such kind.")
  return <FaultCard kind={kind} active={active} />
}

const field = (page: Page, label: string) => {
  const found = [...page.container.querySelectorAll("label")].find((one) => one.textContent === label)
  return page.find<HTMLInputElement>(`[id="${found?.htmlFor}"]`)
}

it("keeps what the page does not show, and other faults of its kind, when a setting is saved", async () => {
  const page = await render(card([first, other]))
  await enter(field(page, "Retry-After, s"), "9")
  await settle(() => page.find<HTMLFormElement>("form").requestSubmit())
  expect(requests).toEqual([
    ["POST", "/_keystile/faults", { ...ofTest, retryAfterSeconds: 9 }],
    ["DELETE", "/_keystile/faults/1", {}]
  ])
  // The list of faults is read before, between and after the two requests.
  const saved: ActiveFault = { ...first, id: "3", fault: { ...ofTest, retryAfterSeconds: 9 } }
  for (const active of [
    [first, other],
    [first, other, saved],
    [other, saved]
  ]) {
    await page.show(card(active))
    expect(field(page, "Retry-After, s").value).toBe("9")
    expect(field(page, "Path, * for any").value).toBe("/api/v1/users")
  }
})

it("is turned off with all faults of its kind", async () => {
  const page = await render(card([first, other]))
  await act(async () => page.find("[role=switch]").click())
  await settle()
  expect(requests.map(([method, path]) => `${method} ${path}`)).toEqual([
    "DELETE /_keystile/faults/1",
    "DELETE /_keystile/faults/2"
  ])
})
