// @ts-check
// `npm run gallery`: serves the gallery of all states of all screens, or takes a picture of each.

import { mkdirSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { createServer } from "vite"
import { chromium } from "playwright-core"
import { languages, schemes, themes } from "../../examples/gallery/src/looks.ts"
import { chromiumArguments, chromiumCommand, findChromium } from "../setup/chromium.mjs"
import { sourceAliases } from "../build/entries.mjs"

const help = `Serves the gallery: every screen in every state, in every look.

  npm run gallery                            until it is stopped by Ctrl-C
  npm run gallery -- --pictures [FOLDER]     a picture of every state, and ends. Default .screenshots/gallery

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

const root = fileURLToPath(new URL("../..", import.meta.url))
const gallery = join(root, "examples", "gallery")

await main(process.argv.slice(2))

/** @param {ReadonlyArray<string>} args */
async function main(args) {
  if (args.includes("--help") || args.includes("-h")) return void process.stdout.write(help)
  /** @param {string} name */
  const given = (name) => {
    const value = args.includes(name) ? args[args.indexOf(name) + 1] : undefined
    return value === undefined || value.startsWith("--") ? undefined : value
  }
  const server = await createServer({
    root: gallery,
    cacheDir: join(root, "node_modules", ".cache", "gallery-vite"),
    logLevel: "warn",
    clearScreen: false,
    resolve: { alias: sourceAliases(), dedupe: ["react", "react-dom", "effect"] },
    server: { host: "127.0.0.1", port: Number(given("--port") ?? 5174), fs: { allow: [root] } }
  })
  await server.listen()
  const address = server.httpServer?.address()
  if (typeof address !== "object" || address === null) throw new Error("The gallery could not be served.")
  const url = `http://localhost:${address.port}`
  if (!args.includes("--pictures")) {
    process.stdout.write(`\n  Gallery   ${url}/\n\n  Ctrl-C stops it.\n\n`)
    return
  }
  try {
    const folder = resolve(given("--pictures") ?? join(root, ".screenshots", "gallery"))
    const count = await takePictures(url, folder, {
      lang: given("--lang") ?? "en-US",
      schemes: given("--scheme") === undefined ? schemes : [given("--scheme") ?? ""],
      theme: given("--theme") ?? "verdigris",
      width: Number(given("--width") ?? 720)
    })
    process.stdout.write(`${count} pictures in ${relative(process.cwd(), folder) || "."}\n`)
  } catch (failure) {
    process.stderr.write(`${failure instanceof Error ? failure.message : failure}\n`)
    process.exitCode = 1
  } finally {
    await server.close()
  }
}

/**
 * @param {string} url
 * @param {string} folder
 * @param {{ readonly lang: string, readonly schemes: ReadonlyArray<string>, readonly theme: string, readonly width: number }} look
 */
async function takePictures(url, folder, { lang, schemes, theme, width }) {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(`Chromium is missing. Install it by:\n  ${chromiumCommand()}`)
  mkdirSync(folder, { recursive: true })
  const browser = await chromium.launch({ executablePath, args: chromiumArguments })
  let count = 0
  try {
    const page = await browser.newPage({ viewport: { width, height: 760 }, reducedMotion: "reduce" })
    await page.goto(`${url}/`)
    const links = page.getByRole("navigation", { name: "States" }).getByRole("link")
    await links.first().waitFor()
    const states = await links.evaluateAll((all) =>
      all.map((link) => new URLSearchParams((link.getAttribute("href") ?? "").slice(1)).get("id") ?? "")
    )
    for (const state of states) {
      if (process.stdout.isTTY)
        process.stdout.write(`\r\x1b[K  ${count} of ${states.length * schemes.length}   ${state}`)
      for (const scheme of schemes) {
        await page.goto(`${url}/?${new URLSearchParams({ state, lang, scheme, theme })}`)
        await page.waitForFunction(() => document.documentElement.dataset["reached"] !== undefined)
        await page.screenshot({ path: join(folder, `${state}-${scheme}.png`), fullPage: true })
        count++
      }
    }
  } finally {
    if (process.stdout.isTTY) process.stdout.write("\r\x1b[K")
    await browser.close()
  }
  return count
}
