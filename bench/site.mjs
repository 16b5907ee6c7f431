// Measures pages of the built documentation site with Lighthouse: scores, blocking time, nodes and bytes.
//
//   npm run bench:site -- --help

import { existsSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import { extname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { gzipSync } from "node:zlib"
import { chromiumCommand, findChromium } from "../scripts/setup/chromium.mjs"
import { installed } from "./installed.mjs"
import { wholeNumber } from "./options.mjs"
import { median, table } from "./table.mjs"

const help = `Loads pages of the documentation site (.site, built by npm run site) with Lighthouse as a slow phone does.

  npm run bench:site [-- OPTIONS] [PAGE …]

Options
  --folder PATH  the built site (default .site)
  --runs N       loads of each page (default 3)
  --json         print one line of JSON instead of a table
  --help         this text

PAGE is a path such as reference/hooks.html. Without one, it loads a page of each kind. Lighthouse is installed from the
registry on first use. The site is served gzipped from this machine. The scores are those of the categories performance,
accessibility, best practices and SEO; times are in milliseconds. The figures are medians. The aims are 95 for
performance and 100 for accessibility; the exit code is 1 if one is missed.

Blocking times depend on the load of the machine: Lighthouse multiplies those that it measures by four.
`

const root = fileURLToPath(new URL("..", import.meta.url))
const AIM_PERFORMANCE = 95
const AIM_ACCESSIBILITY = 100
const lighthousePackages = ["lighthouse@13.5.0"]

const pagesOfEachKind = [
  "index.html",
  "react.html",
  "next.html",
  "problems.html",
  "wire/endpoints/oauth.html",
  "wire/errors.html",
  "reference/hooks/api-keys.html",
  "reference/calls/admin.html",
  "reference/errors.html",
  "reference/seed.html",
  "reference/components/signin.html",
  "reference/entries/keystile-hono.html"
]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: "string", default: join(root, ".site") },
    runs: { type: "string", default: "3" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false }
  }
})

/** @param {string} problem */
function fail(problem) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}

const types = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript"],
  [".css", "text/css"],
  [".svg", "image/svg+xml"],
  [".md", "text/markdown"],
  [".txt", "text/plain"],
  [".png", "image/png"]
])

/** Serves a folder, with texts gzipped. @param {string} folder */
async function serve(folder) {
  const server = createServer(({ url = "/" }, response) => {
    const path = decodeURIComponent(new URL(url, "http://site").pathname)
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path)
    if (!existsSync(file)) return void response.writeHead(404).end()
    const headers = { "content-type": types.get(extname(file)) ?? "application/octet-stream" }
    const content = readFileSync(file)
    if (extname(file) === ".png") return void response.writeHead(200, headers).end(content)
    response.writeHead(200, { ...headers, "content-encoding": "gzip" }).end(gzipSync(content))
  })
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

/** The figures of one report of Lighthouse. @param {any} report */
const figures = ({ audits, categories }) => {
  const score = (/** @type {string} */ category) => Math.round((categories[category]?.score ?? 0) * 100)
  const value = (/** @type {string} */ audit) => audits[audit]?.numericValue ?? Number.NaN
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    practices: score("best-practices"),
    seo: score("seo"),
    firstPaint: value("first-contentful-paint"),
    largestPaint: value("largest-contentful-paint"),
    blocked: value("total-blocking-time"),
    shift: value("cumulative-layout-shift"),
    kilobytes: value("total-byte-weight") / 1024
  }
}

/** @typedef {ReturnType<typeof figures>} Figures */

/** @param {ReadonlyArray<Figures>} loads @returns {Figures} */
const medians = (loads) => {
  const keys = /** @type {Array<keyof Figures>} */ (Object.keys(loads[0] ?? {}))
  return /** @type {Figures} */ (Object.fromEntries(keys.map((key) => [key, median(loads.map((one) => one[key]))])))
}

/** @param {number} runs @param {ReadonlyArray<string>} pages */
async function main(runs, pages) {
  const missing = pages.filter((page) => !existsSync(join(values.folder, page)))
  if (missing.length > 0) return fail(`${missing.join(", ")}: not in ${values.folder}. Run npm run site.`)
  const chromePath = findChromium()
  if (chromePath === undefined) return fail(`Chromium is missing. Install it by:\n  ${chromiumCommand()}`)
  const folder = installed("lighthouse", lighthousePackages)
  if (folder === undefined) return fail("Lighthouse could not be installed from the registry.")
  const load = (/** @type {string} */ path) => import(pathToFileURL(join(folder, "node_modules", path)).href)
  const { default: lighthouse } = await load("lighthouse/core/index.js")
  const { launch } = await load("chrome-launcher/dist/index.js")
  const site = await serve(values.folder)
  const chrome = await launch({ chromePath, chromeFlags: ["--headless", "--no-sandbox", "--disable-dev-shm-usage"] })
  /** @type {Array<Figures & { page: string }>} */
  const rows = []
  try {
    for (const page of pages) {
      /** @type {Array<Figures>} */
      const loads = []
      for (let run = 0; run < runs; run++) {
        const { lhr } = await lighthouse(`${site.url}/${page}`, { port: chrome.port, logLevel: "error" })
        loads.push(figures(lhr))
      }
      rows.push({ page, ...medians(loads) })
    }
  } finally {
    chrome.kill()
    site.stop()
  }
  report(rows)
}

/** @param {ReadonlyArray<Figures & { page: string }>} rows */
function report(rows) {
  if (values.json) process.stdout.write(`${JSON.stringify(rows)}\n`)
  else {
    const head = ["page", "perf.", "access.", "practices", "SEO", "FCP", "LCP", "TBT", "CLS", "kB"]
    const cells = rows.map((row) => [
      row.page,
      ...[row.performance, row.accessibility, row.practices, row.seo].map(String),
      ...[row.firstPaint, row.largestPaint, row.blocked].map((time) => time.toFixed(0)),
      row.shift.toFixed(3),
      row.kilobytes.toFixed(0)
    ])
    process.stdout.write(table(head, cells, [1, 2, 3, 4, 5, 6, 7, 8, 9]))
  }
  const missed = rows.filter((row) => row.performance < AIM_PERFORMANCE || row.accessibility < AIM_ACCESSIBILITY)
  if (missed.length > 0) fail(`Below the aims: ${missed.map(({ page }) => page).join(", ")}.`)
}

if (values.help) process.stdout.write(help)
else await main(wholeNumber("runs", values.runs), positionals.length > 0 ? positionals : pagesOfEachKind)
