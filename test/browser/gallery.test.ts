/**
 * Tests the gallery in a real browser under the strictest policy: every state of every screen and every component. The
 * groups share one build and one browser.
 */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe } from "vitest"
import { buildPage, connectBrowser } from "./fixture.ts"
import { galleryAdaptations } from "./gallery-adaptations.ts"
import { galleryAppearance } from "./gallery-appearance.ts"
import { galleryCodeField } from "./gallery-code-field.ts"
import { openGalleryOf } from "./gallery-fixture.ts"
import { galleryLanguages } from "./gallery-languages.ts"
import { galleryProviders } from "./gallery-providers.ts"
import { galleryStates } from "./gallery-states.ts"
import { galleryTabs } from "./gallery-tabs.ts"
import { galleryThemes } from "./gallery-themes.ts"
import { serveFolder, type StaticSite } from "./static-site.ts"

let browser: Browser
let site: StaticSite

beforeAll(async () => {
  site = await serveFolder(await buildPage("gallery"), "'none'", { framed: true })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})

const fixture = () => ({ browser, site })
const gallery = openGalleryOf(fixture)

describe("states", () => galleryStates(fixture))
describe("languages", () => galleryLanguages(fixture))
describe("adaptations by users", () => galleryAdaptations(fixture))
describe("appearance", () => galleryAppearance(gallery))
describe("themes", () => galleryThemes(gallery))
describe("tabs", () => galleryTabs(gallery))
describe("a code field", () => galleryCodeField(gallery))
describe("providers and passwords", () => galleryProviders(gallery))
