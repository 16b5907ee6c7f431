// @ts-check
// Live examples of the site: states of the gallery. A page shows a picture of one until the reader runs it, because a
// state loads the screens and the client.

import { mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { chromium } from "playwright-core"
import { preview } from "vite"
import { chromiumArguments, chromiumCommand, findChromium } from "../setup/chromium.mjs"

export const schemes = /** @type {const} */ (["light", "dark"])

/** The size of a picture, in CSS pixels: the width of the text of a page, and the height of a running example. */
export const pictureSize = { width: 688, height: 640 }

/**
 * @typedef {{ title: string, name: string, url: string }} LiveExample `name` is that of its pictures, and `url` the
 *   page of the gallery without a color scheme
 */

/** Reads the content of a fence `live-example`. @param {string} content @returns {LiveExample} */
export const readLiveExample = (content) => {
  const values = new URLSearchParams(content.trim().replaceAll("\n", "&"))
  const [state, group] = [values.get("state"), values.get("group")]
  const title = values.get("title") ?? ""
  return state === null
    ? { title, name: `components-${group}`, url: `/gallery/components.html?only=${group}` }
    : { title, name: state, url: `/gallery/?state=${state}` }
}

/** @param {string} name @param {typeof schemes[number]} scheme */
export const picturePath = (name, scheme) => `/pictures/${name}-${scheme}.png`

/** The live examples of pages. @param {ReadonlyArray<{ text: string }>} pages */
const liveExamplesOf = (pages) => {
  const contents = pages.flatMap(({ text }) => [...text.matchAll(/^```live-example\n([^`]*)```$/gm)])
  const examples = contents.map(([, content = ""]) => readLiveExample(content))
  return [...new Map(examples.map((example) => [example.name, example])).values()]
}

/**
 * Takes a picture of each live example in each color scheme, with the gallery of the built site.
 *
 * @param {string} outDir the folder of the site
 * @param {ReadonlyArray<{ text: string }>} pages
 */
export const takePictures = async (outDir, pages) => {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(`Chromium is missing. Install it by:\n  ${chromiumCommand()}`)
  const server = await preview({
    configFile: false,
    build: { outDir },
    logLevel: "error",
    preview: { host: "127.0.0.1", port: 0 }
  })
  const browser = await chromium.launch({ executablePath, args: chromiumArguments })
  try {
    const origin = server.resolvedUrls?.local[0]?.replace(/\/$/, "") ?? ""
    const page = await browser.newPage({ viewport: pictureSize, reducedMotion: "reduce" })
    for (const { name, title, url } of liveExamplesOf(pages)) {
      for (const scheme of schemes) {
        await page.goto(`${origin}${url}&scheme=${scheme}`)
        const reached = await page.waitForFunction(() => document.documentElement.dataset["reached"])
        const result = await reached.jsonValue()
        if (result !== "yes") throw new Error(`${title} (${url}): ${result}`)
        const path = join(outDir, picturePath(name, scheme))
        mkdirSync(dirname(path), { recursive: true })
        await page.screenshot({ path, caret: "hide" })
      }
    }
  } finally {
    await browser.close()
    await server.close()
  }
}
