/** The gallery in a browser. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { type Visit, visit } from "./fixture.ts"
import type { StaticSite } from "./static-site.ts"

export interface GalleryFixture {
  readonly browser: Browser
  readonly site: StaticSite
}

/** Opens the components of the gallery, or one group of them. */
export type OpenGallery = (
  query: string,
  work: (page: Page, visit: Visit) => Promise<void>,
  options?: BrowserContextOptions
) => Promise<void>

export const openGalleryOf =
  (fixture: () => GalleryFixture): OpenGallery =>
  (query, work, options) =>
    visit(
      fixture().browser,
      "",
      async (visit) => {
        await visit.page.goto(`${fixture().site.url}/components.html?${query}`)
        await visit.page.getByRole("heading", { name: "Gallery" }).waitFor()
        await waitUntilSettled(visit.page)
        await work(visit.page, visit)
      },
      options
    )

/** Resolves when every lazy-loaded module has rendered. */
const waitUntilSettled = (page: Page) =>
  page.waitForFunction(
    () =>
      Array.from(document.querySelectorAll(".ks-brand")).every((mark) => mark.childElementCount > 0) &&
      document.querySelector(".ks-field > .ks-code") === null &&
      (document.querySelector("[data-item='New password']") === null || document.querySelector(".ks-strength") !== null)
  )
