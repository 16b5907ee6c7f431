/** Vitest global setup: launches the one Chromium of all browser tests. Each test opens contexts of its own in it. */
import { chromium } from "playwright-core"
import type { TestProject } from "vitest/node"
import { chromiumArguments, chromiumCommand, findChromium } from "../../scripts/setup/chromium.mjs"

declare module "vitest" {
  interface ProvidedContext {
    /** The WebSocket URL that `connectBrowser` connects to. */
    readonly chromium: string
  }
}

export default async function setup(project: TestProject) {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(`Chromium is missing. Install it by:\n  ${chromiumCommand()}`)
  const server = await chromium.launchServer({ executablePath, args: chromiumArguments })
  project.provide("chromium", server.wsEndpoint())
  return () => server.close()
}
