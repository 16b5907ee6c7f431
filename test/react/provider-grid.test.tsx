// @vitest-environment happy-dom
/** The layout of provider buttons. */
import { describe, expect, it } from "vitest"
import { columnsOf } from "../../react/components/provider-grid.ts"
import { KeystileProvider, ProviderButtons } from "../../react/index.ts"
import { render } from "./page.tsx"
import { scriptedService } from "./scripted-service.ts"

const layout = async (providers: ReadonlyArray<string>, last?: string) => {
  const page = await render(
    <KeystileProvider runtime={scriptedService().runtime}>
      <ProviderButtons providers={providers} last={last} onSelect={() => {}} />
    </KeystileProvider>
  )
  const names = (selector: string) =>
    [...page.container.querySelectorAll(selector)].map((button) => button.getAttribute("data-provider"))
  const shown = {
    labelled: names(".ks-oauth:not([data-compact])"),
    grid: names(".ks-oauth-grid > .ks-oauth[data-compact]"),
    columns: page.container.querySelector(".ks-oauth-grid")?.getAttribute("data-columns"),
    texts: [...page.container.querySelectorAll("button")].map(({ textContent, title }) => [textContent, title])
  }
  await page.unmount()
  return shown
}

describe("Provider buttons", () => {
  it("have labels for up to three providers", async () => {
    const { grid, labelled } = await layout(["google", "github", "apple"], "github")
    expect(labelled).toEqual(["google", "github", "apple"])
    expect(grid).toEqual([])
  })

  it("are a grid for more, with a name and a tooltip each", async () => {
    const { columns, grid, labelled, texts } = await layout(["google", "github", "apple", "x"])
    expect(grid).toEqual(["google", "github", "apple", "x"])
    expect(labelled).toEqual([])
    expect(columns).toBe("4")
    expect(texts[1]).toEqual(["Sign in with GitHub", "Sign in with GitHub"])
  })

  it("have a label for the last used provider, first, and for those without a logo, last", async () => {
    const { grid, labelled } = await layout(["google", "fernhill-sso", "apple", "x", "github"], "github")
    expect(labelled).toEqual(["github", "fernhill-sso"])
    expect(grid).toEqual(["google", "apple", "x"])
  })

  it("fill at most two rows up to twelve", () => {
    expect([4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map(columnsOf)).toEqual([4, 5, 6, 4, 4, 5, 5, 6, 6, 6])
  })
})
