// Measures when the fields of `<SignIn />` are ready on a slow processor: a production build with React in Chromium,
// compared with a plain form and another library's screen.
//
//   npm run bench:paint -- --help

import { spawnSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { gzipSync } from "node:zlib"
import { chromium } from "playwright-core"
import { build } from "vite"
import { chromiumArguments, chromiumCommand, findChromium } from "../scripts/setup/chromium.mjs"
import { startService } from "../scripts/demo/service.mjs"
import { createServerRendering } from "../react/server/index.ts"
import { packageEntries, sourceAliases } from "../scripts/build/entries.mjs"
import { installed } from "./installed.mjs"
import { wholeNumber } from "./options.mjs"
import { median, table } from "./table.mjs"

const help = `Loads <SignIn /> with every method in Chromium, with the processor slowed down 4 times. Compares it with a
plain React form and with the sign-in form of @supabase/auth-ui-react, which sends no request before it is shown. A
second variant of <SignIn /> has a snapshot from the server, so that it sends no request either, and a third is a
return visit: the browser has shown the page before, and has an empty cache.

  npm run bench:paint [-- OPTIONS]

Options
  --runs N    loads of each page (default 5)
  --sources   build from the sources instead of dist/
  --alone     without the other library, which is installed from the registry on first use
  --json      print one line of JSON instead of a table
  --help      this text

All pages are built by Vite for production from an index.html, React included, and served gzipped from this machine;
every load starts with an empty cache, and with empty storage unless it is a return visit. The figures are medians, in
milliseconds: from the start of the navigation until the frame with the email field; until the frame in which the field
and the submit button have the place and the colors that they keep, in a load of its own; the sum of the long tasks that
began before the field was visible, and the longest of them; and, from the moment when the field is visible, the slowest
of five key presses until its frame and a click on the submit button until its frame, while the runtime is loaded. The
aims are for the first of these times, also where the other library first shows a form without its colors. They are at
most 1.25 times the other library on a first visit and 1.0 times on the other two, 100 ms for the longest task, 50 ms
for a key and 100 ms for the button. The exit code is 1 if one is missed.

Times depend on the load of the machine: compare only the rows of one run.
`

const root = fileURLToPath(new URL("..", import.meta.url))
/** At most so many times the other library's time, by the kind of the page. */
const AIMS_VISIBLE = { own: 1.25, given: 1, returning: 1 }
const AIM_LONGEST_TASK = 100
const AIM_KEY = 50
const AIM_SUBMIT = 100
const SLOWED = 4

/**
 * The DevTools protocol makes the browser record call stacks. For these V8 parses each script twice, unless it stores
 * the source positions on the first pass. A user's browser does neither.
 */
const measuring = ["--js-flags=--no-enable-lazy-source-positions"]

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    sources: { type: "boolean", default: false },
    alone: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false }
  }
})

const seed = {
  projects: [
    {
      id: "11111111-1111-4111-8111-111111111111",
      displayName: "Fernhill",
      config: {
        magicLinkEnabled: true,
        passkeyEnabled: true,
        oauthProviders: ["google", "github", "microsoft", "apple"].map((id) => ({
          type: "standard",
          id,
          endpoints: "embedded"
        }))
      }
    }
  ]
}

const rivalPackages = [
  "@supabase/auth-ui-react@0.4.7",
  "@supabase/auth-ui-shared@0.1.8",
  "@supabase/supabase-js@2.119.0"
]

/** Returns a folder with the other library and its version of React, or `undefined` if it cannot be installed. */
function installRival() {
  const folder = installed("paint-rival", rivalPackages)
  if (folder === undefined) process.stderr.write("The other library could not be installed; it is left out.\n")
  return folder
}

/** @param {string} folder */
const rival = (folder) => ({
  name: "@supabase/auth-ui-react",
  kind: "rival",
  root: folder,
  code: `
      import { createRoot } from "react-dom/client"
      import { createClient } from "@supabase/supabase-js"
      import { Auth } from "@supabase/auth-ui-react"
      import { ThemeSupa } from "@supabase/auth-ui-shared"
      const client = createClient("http://localhost:9", "key")
      const providers = ["google", "github", "azure", "apple"]
      createRoot(document.getElementById("root")).render(
        <Auth supabaseClient={client} appearance={{ theme: ThemeSupa }} providers={providers} />
      )`
})

/** @param {object} options @param {unknown} [snapshot] */
const signIn = (options, snapshot) => `
      import { createRoot } from "react-dom/client"
      import { KeystileProvider, SignIn } from "keystile/react"
      import "keystile/react/styles.css"
      const options = ${JSON.stringify({ ...options, snapshot })}
      const page = <KeystileProvider {...options}><SignIn fullPage /></KeystileProvider>
      createRoot(document.getElementById("root")).render(page)`

/** @param {object} options @param {unknown} snapshot */
const pages = (options, snapshot) => [
  {
    name: "a form of React alone",
    kind: "floor",
    root,
    code: `
      import { createRoot } from "react-dom/client"
      const Form = () => (
        <form>
          <h1>Sign in to your account</h1>
          <label>Email <input type="email" name="email" autoComplete="username" /></label>
          <label>Password <input type="password" name="password" autoComplete="current-password" /></label>
          <button type="submit">Sign In</button>
        </form>
      )
      createRoot(document.getElementById("root")).render(<Form />)`
  },
  {
    name: "<SignIn />, everything on",
    kind: "own",
    root,
    code: signIn(options)
  },
  {
    name: "<SignIn />, given a snapshot",
    kind: "given",
    root,
    code: signIn(options, snapshot)
  },
  {
    name: "<SignIn />, return visit",
    kind: "returning",
    root,
    code: signIn(options)
  }
]

/** @param {number} runs */
async function main(runs) {
  const executablePath = findChromium()
  if (executablePath === undefined) return fail(`Chromium is missing. Install it by:\n  ${chromiumCommand()}`)
  if (!values.sources) {
    const { status } = spawnSync(process.execPath, [join(root, "scripts", "build", "build.mjs")], {
      cwd: root,
      stdio: ["ignore", 2, 2]
    })
    if (status !== 0) return fail("dist/ could not be built; --sources does without.")
  }
  const work = mkdtempSync(join(tmpdir(), "keystile-paint-"))
  const seedFile = join(work, "seed.json")
  writeFileSync(seedFile, JSON.stringify(seed))
  const service = await startService({ port: 0, db: ":memory:", args: ["--seed", seedFile] })
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments, ...measuring] })
  const rivalFolder = values.alone ? undefined : installRival()
  const sites = []
  try {
    const {
      project: { id: projectId, publishableClientKey },
      url: baseUrl
    } = service
    const options = { baseUrl, projectId, publishableClientKey }
    const snapshot = await createServerRendering(options).takeSnapshot({ headers: new Headers() })
    for (const [index, page] of [
      ...pages(options, snapshot),
      ...(rivalFolder === undefined ? [] : [rival(rivalFolder)])
    ].entries()) {
      sites.push({ ...page, site: await serve(await bundle(page, join(work, String(index)))), loads: [] })
    }
    // Warm-up of the disk's cache and the browser's own.
    for (const { kind, site } of sites) await load(browser, site.url, kind, whenUsed)
    for (let run = 0; run < runs; run++) {
      for (const { kind, loads, site } of sites) {
        const styled = await load(browser, site.url, kind, waitUntilStyled)
        loads.push({ ...(await load(browser, site.url, kind, whenUsed)), styled })
      }
    }
  } finally {
    await browser.close()
    await service.stop()
    for (const { site } of sites) site.stop()
    rmSync(work, { recursive: true, force: true })
  }
  report(
    sites.map(({ kind, loads, name, site }) => ({
      name,
      kind,
      visible: median(loads.map(({ visible }) => visible)),
      styled: median(loads.map(({ styled }) => styled)),
      longTasks: median(loads.map(({ longTasks }) => longTasks)),
      longest: median(loads.map(({ longest }) => longest)),
      key: median(loads.map(({ key }) => key)),
      submit: median(loads.map(({ submit }) => submit)),
      gzip: site.sent() / (2 * runs + 1) / (kind === "returning" ? 2 : 1)
    })),
    runs
  )
}

/** @param {string} problem */
function fail(problem) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in</title>
  <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
  </head><body><div id="root"></div><script type="module" src="./page.jsx"></script></body></html>`

/** @param {{ code: string, root: string }} page @param {string} folder */
async function bundle({ code, root: home }, folder) {
  const useDist = !values.sources
  // A separate application, inside of node_modules so that it finds the packages.
  const app = mkdtempSync(join(home, "node_modules", ".paint-"))
  try {
    writeFileSync(join(app, "index.html"), html)
    writeFileSync(join(app, "page.jsx"), code)
    await build({
      configFile: false,
      root: app,
      logLevel: "error",
      publicDir: false,
      oxc: { jsx: { runtime: "automatic" } },
      resolve: {
        alias: useDist
          ? packageEntries(root).map(({ built, name }) => ({
              find: new RegExp(`^${name.replaceAll(".", "\\.")}$`),
              replacement: join(root, built)
            }))
          : sourceAliases()
      },
      build: { outDir: folder, emptyOutDir: true }
    })
  } finally {
    rmSync(app, { recursive: true, force: true })
  }
  return folder
}

/** Serves a folder from memory. @param {string} folder */
async function serve(folder) {
  const files = new Map(
    globSync("**/*.{html,js,css}", { cwd: folder }).map((file) => [
      file === "index.html" ? "/" : `/${file}`,
      gzipSync(readFileSync(join(folder, file)))
    ])
  )
  let sent = 0
  const server = createServer(({ url = "/" }, response) => {
    const file = files.get(url)
    if (file === undefined) return void response.writeHead(404).end()
    sent += file.length
    const type = { ".js": "text/javascript", ".css": "text/css" }[extname(url)] ?? "text/html"
    response.writeHead(200, { "content-type": type, "content-encoding": "gzip" }).end(file)
  })
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)))
  const address = server.address()
  return {
    url: `http://localhost:${typeof address === "object" && address !== null ? address.port : 0}/`,
    sent: () => sent,
    stop: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

/**
 * Loads a page once with an empty cache, in a browser that has shown it before if it is a return visit. Resolves with
 * what is measured from the moment when the field is visible.
 *
 * @template Measured
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {string} kind
 * @param {Measure<Measured>} measure
 */
async function load(browser, url, kind, measure) {
  const context = await browser.newContext({ locale: "en-US" })
  try {
    if (kind === "returning") {
      const first = await context.newPage()
      await first.goto(url)
      await first.waitForFunction(() => localStorage.length > 0)
      await first.close()
    }
    const page = await context.newPage()
    const protocol = await context.newCDPSession(page)
    const shown = new Promise((resolve) => protocol.on("Runtime.bindingCalled", resolve))
    await protocol.send("Network.clearBrowserCache")
    await protocol.send("Runtime.enable")
    await protocol.send("Runtime.addBinding", { name: "shown" })
    await page.addInitScript(watch)
    await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWED })
    // No script is evaluated in the page until the field is visible, because it would affect the figures.
    await protocol.send("Page.navigate", { url })
    await shown
    return await measure(page, protocol)
  } finally {
    await context.close()
  }
}

/**
 * Types and submits. Returns the times of the field, the long tasks and the slowest reactions.
 *
 * @param {import("playwright-core").Page} page
 * @param {import("playwright-core").CDPSession} protocol
 */
async function whenUsed(page, protocol) {
  await press(protocol)
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: 1 })
  // Long tasks and slow events are reported after they have ended.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
  return page.evaluate(() => {
    const visible = Reflect.get(globalThis, "visibleAt")
    const tasks = Reflect.get(globalThis, "longTasks").filter(({ startTime }) => startTime < visible)
    const slowest = (names) =>
      Math.max(
        0,
        ...Reflect.get(globalThis, "events").flatMap(({ duration, name }) => (names.includes(name) ? [duration] : []))
      )
    return {
      visible,
      longTasks: tasks.reduce((total, { duration }) => total + duration, 0),
      longest: Math.max(0, ...tasks.map(({ duration }) => duration)),
      key: slowest(["keydown", "keypress", "keyup", "input"]),
      submit: slowest(["pointerdown", "pointerup", "mousedown", "mouseup", "click"])
    }
  })
}

/**
 * Returns the time of the first frame in which the field and the submit button have the place and the colors that they
 * have a second later, without any input.
 *
 * @param {import("playwright-core").Page} page
 */
const waitUntilStyled = (page) =>
  page.evaluate(async () => {
    const frames = Reflect.get(globalThis, "frames")
    await new Promise((done) => setTimeout(done, 1000))
    return frames.find(({ look }) => look === frames.at(-1).look).time
  })

/**
 * Types into the email field, which gets the focus when it is visible, and clicks the submit button, by the protocol
 * alone: nothing is evaluated in the page.
 *
 * @param {import("playwright-core").CDPSession} protocol
 */
async function press(protocol) {
  for (const text of "noora") {
    await protocol.send("Input.dispatchKeyEvent", { type: "keyDown", text, key: text })
    await protocol.send("Input.dispatchKeyEvent", { type: "keyUp", key: text })
  }
  // The button's place was recorded with the field's frame.
  const { result } = await protocol.send("Runtime.evaluate", { expression: "submitAt", returnByValue: true })
  const mouse = { ...result.value, button: "left", clickCount: 1 }
  await protocol.send("Input.dispatchMouseEvent", { type: "mousePressed", ...mouse })
  await protocol.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...mouse })
}

/** Runs in the page before its scripts: records long tasks, slow events, and the time of the frame with the field. */
function watch() {
  const longTasks = []
  const events = []
  /** The look of the form in each frame in which it changed, with the time when the frame was painted. */
  const frames = []
  Object.assign(globalThis, { longTasks, events, frames })
  new PerformanceObserver((list) => events.push(...list.getEntries())).observe({ type: "event", durationThreshold: 16 })
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: "longtask", buffered: true })
  const look = () => {
    const field = document.querySelector("input[type=email]")
    if (field === null || !field.checkVisibility({ visibilityProperty: true }) || field.clientHeight === 0) {
      requestAnimationFrame(look)
      return
    }
    // A message posted in a frame is received after the frame is painted.
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener("message", () => {
      // Before the focus, whose handlers are no part of the first paint.
      const visibleAt = performance.now()
      field.focus()
      const { height, left, top, width } = document.querySelector("[type=submit]").getBoundingClientRect()
      Object.assign(globalThis, { visibleAt, submitAt: { x: left + width / 2, y: top + height / 2 } })
      frames.push({ look: lookOf(), time: visibleAt })
      requestAnimationFrame(record)
      Reflect.get(globalThis, "shown")("")
    })
    port1.start()
    port2.postMessage(null)
  }
  requestAnimationFrame(look)

  const lookOf = () =>
    ["input[type=email]", "[type=submit]"]
      .map((selector) => {
        const element = document.querySelector(selector)
        const { height, left, top, width } = element.getBoundingClientRect()
        const { backgroundColor, color, fontSize } = getComputedStyle(element)
        return [left, top, width, height, backgroundColor, color, fontSize].join()
      })
      .join()
  const record = () => {
    const now = lookOf()
    if (now !== frames.at(-1).look) {
      const frame = { look: now, time: 0 }
      frames.push(frame)
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener("message", () => (frame.time = performance.now()))
      port1.start()
      port2.postMessage(null)
    }
    requestAnimationFrame(record)
  }
}

/**
 * @template Measured
 * @typedef {(
 *   page: import("playwright-core").Page, protocol: import("playwright-core").CDPSession
 * ) => Promise<Measured>} Measure
 */

/**
 * @typedef {{
 *   name: string, kind: string, visible: number, styled: number, longTasks: number, longest: number, key: number,
 *   submit: number,
 *   gzip: number
 * }} Result
 */

/** @param {ReadonlyArray<Result>} results @param {number} runs */
function report(results, runs) {
  const floor = results.find(({ kind }) => kind === "floor")
  const other = results.find(({ kind }) => kind === "rival")
  const rows = results.map((result) => ({ ...result, missed: missedAims(result, other?.visible) }))
  if (values.json) process.stdout.write(`${JSON.stringify({ runs, slowed: SLOWED, results: rows })}\n`)
  else {
    process.stdout.write(`Chromium, slowed ${SLOWED} times; medians of ${runs}, in ms\n\n`)
    const times = (time, base) => (base === undefined ? "" : (time / base).toFixed(2))
    process.stdout.write(
      table(
        [
          "page",
          "visible",
          "/ form",
          "/ other",
          "styled",
          "/ other",
          "long tasks",
          "longest",
          "key",
          "submit",
          "kB gzip",
          "missed"
        ],
        rows.map(({ gzip, key, longTasks, longest, missed, name, styled, submit, visible }) => [
          name,
          visible.toFixed(0),
          times(visible, floor?.visible),
          times(visible, other?.visible),
          styled.toFixed(0),
          times(styled, other?.styled),
          longTasks.toFixed(0),
          longest.toFixed(0),
          key.toFixed(0),
          submit.toFixed(0),
          (gzip / 1000).toFixed(1),
          missed.join(", ")
        ]),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
      )
    )
  }
  if (rows.some(({ missed }) => missed.length > 0)) process.exitCode = 1
}

/** Returns the names of the aims that a page misses. @param {Result} result @param {number | undefined} other */
function missedAims({ key, kind, longest, submit, visible }, other) {
  const aim = AIMS_VISIBLE[kind]
  if (aim === undefined) return []
  return [
    ...(other !== undefined && visible > aim * other ? ["visible"] : []),
    ...(longest > AIM_LONGEST_TASK ? ["longest task"] : []),
    ...(key > AIM_KEY ? ["key"] : []),
    ...(submit > AIM_SUBMIT ? ["submit"] : [])
  ]
}

if (values.help) process.stdout.write(help)
else await main(wholeNumber("runs", values.runs))
