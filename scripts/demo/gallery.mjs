// @ts-check
// `npm run gallery`: serves the gallery of all states of all screens, or takes a picture of each.

import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { chromium } from "playwright-core"
import { languages, schemes, themes } from "../../examples/gallery/src/looks.ts"
import { chromiumArguments, chromiumCommand, findChromium } from "../setup/chromium.mjs"
import { serveExample } from "./example.mjs"

const help = `Serves the gallery: every screen in every state, in every look.

  npm run gallery                   until Ctrl-C
  npm run gallery -- --pictures     takes a picture of every state into .screenshots/gallery, and ends

Options
  --port N        port of the gallery. Default 5174, or any that is free
  --theme NAME    of the pictures: ${themes.join(", ")}
  --scheme NAME   of the pictures: ${schemes.join(", ")}. Default both
  --lang ID       of the pictures: ${languages.map(({ id }) => id).join(", ")}
  --width N       of the pictures, in CSS pixels. Default 720
  --help          this text

Environment
  KEYSTILE_CHROMIUM    path of a Chromium or Chrome for the pictures
`

const root = join(import.meta.dirname, "../..")

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean", short: "h" },
    lang: { type: "string", default: "en-US" },
    pictures: { type: "boolean" },
    port: { type: "string", default: "5174" },
    scheme: { type: "string" },
    theme: { type: "string", default: "verdigris" },
    width: { type: "string", default: "720" }
  }
})
if (values.help) process.stdout.write(help)
else await run()

async function run() {
  const { stop, url } = await serveExample("gallery", { port: Number(values.port) })
  if (!values.pictures) return void process.stdout.write(`\n  Gallery   ${url}\n\n  Ctrl-C stops it.\n\n`)
  try {
    process.stdout.write(`${await takePictures(url)} pictures in .screenshots/gallery\n`)
  } catch (failure) {
    process.stderr.write(`${failure instanceof Error ? failure.message : failure}\n`)
    process.exitCode = 1
  } finally {
    await stop()
  }
}

/** Takes a picture of each state and returns their number. @param {string} url */
async function takePictures(url) {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(`Chromium is missing. Install it by:\n  ${chromiumCommand()}`)
  const folder = join(root, ".screenshots", "gallery")
  mkdirSync(folder, { recursive: true })
  const browser = await chromium.launch({ executablePath, args: chromiumArguments })
  let count = 0
  try {
    const viewport = { width: Number(values.width), height: 760 }
    const page = await browser.newPage({ viewport, reducedMotion: "reduce" })
    await page.goto(url)
    const links = page.getByRole("navigation", { name: "States" }).getByRole("link")
    await links.first().waitFor()
    const states = await links.evaluateAll((all) =>
      all.map((link) => new URLSearchParams((link.getAttribute("href") ?? "").slice(1)).get("id") ?? "")
    )
    for (const state of states) {
      for (const scheme of values.scheme === undefined ? schemes : [values.scheme]) {
        await page.goto(`${url}?${new URLSearchParams({ state, lang: values.lang, scheme, theme: values.theme })}`)
        await page.waitForFunction(() => document.documentElement.dataset["reached"] !== undefined)
        await page.screenshot({ path: join(folder, `${state}-${scheme}.png`), fullPage: true })
        count++
      }
    }
  } finally {
    await browser.close()
  }
  return count
}
