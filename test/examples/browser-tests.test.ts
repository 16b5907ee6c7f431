/** The browser tests of the application: installed from the registry with the packed package, and run by Playwright. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { findChromium } from "../../scripts/setup/chromium.mjs"
import { freePort } from "../free-port.mjs"
import { pack } from "../package/pack.mjs"
import { install } from "./servers/program.mjs"

const work = mkdtempSync(join(tmpdir(), "keystile-browser-tests-"))
afterAll(() => rmSync(work, { recursive: true, force: true }))

it("the browser tests of examples/react-app pass in a copy of its own", async () => {
  const folder = join(work, "react-app")
  install("react-app", pack(work).tarball, folder)
  const run = spawnSync(process.execPath, [join(folder, "node_modules", "@playwright", "test", "cli.js"), "test"], {
    cwd: folder,
    encoding: "utf8",
    env: {
      ...process.env,
      APPLICATION_PORT: String(await freePort()),
      SERVICE_PORT: String(await freePort()),
      CHROMIUM_PATH: findChromium()
    }
  })
  expect(run.status, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).toContain("3 passed")
})
