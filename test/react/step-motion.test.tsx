// @vitest-environment happy-dom
/** The motion between two steps. */
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { StepFocus } from "../../react/components/step-focus.tsx"
import { Card, KeystileProvider } from "../../react/index.ts"
import { render } from "./page.tsx"
import { scriptedService } from "./scripted-service.ts"

const heights: Readonly<Record<string, number>> = { first: 300, second: 180 }
const animations: Array<[string, unknown]> = []

beforeEach(() => {
  animations.length = 0
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(function (this: HTMLElement) {
    return heights[this.textContent] ?? 0
  })
  Object.defineProperty(Element.prototype, "animate", {
    configurable: true,
    value(this: Element, frames: unknown) {
      animations.push([this.className, frames])
    }
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(Element.prototype, "animate")
})

const change = async (reduced: boolean) => {
  vi.spyOn(globalThis, "matchMedia").mockImplementation((query) => {
    const list = new EventTarget()
    return Object.assign(list, { matches: reduced && query.includes("reduced-motion") }) as MediaQueryList
  })
  const { runtime } = scriptedService()
  const step = (name: string) => (
    <KeystileProvider runtime={runtime}>
      <StepFocus step={name}>
        <Card key={name} title={name} />
      </StepFocus>
    </KeystileProvider>
  )
  const page = await render(step("first"))
  expect(animations).toEqual([])
  await page.show(step("second"))
  await page.unmount()
}

it("the card changes to its new height, and its content fades in", async () => {
  await change(false)
  expect(animations).toEqual([
    [
      "ks-card-body",
      [
        { blockSize: "300px", overflow: "clip" },
        { blockSize: "180px", overflow: "clip" }
      ]
    ],
    ["ks-card-head", [{ opacity: 0 }, { opacity: 1 }]]
  ])
})

it("nothing moves for users who prefer reduced motion", async () => {
  await change(true)
  expect(animations).toEqual([])
})
