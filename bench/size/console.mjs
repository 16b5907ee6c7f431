// Builds the console as it is in the package, and measures its files.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { buildPage } from "../../scripts/build/pages.mjs"

/**
 * Bytes after gzip: of the files that load with the first page, and of all files. Of these, 60 kB are React and 57 kB the
 * admin tier with Effect. Every page of a project loads on demand: the settings have 9.6 kB, users 7.8 kB, mail 5.4 kB,
 * teams 4.6 kB, home 3 kB, the command palette 1.7 kB.
 */
const budgets = { first: 110_000, whole: 206_000 }

/** Returns the sizes of the console in bytes after gzip, with React and styles, and the budgets that it exceeds. */
export async function weighConsole() {
  const folder = mkdtempSync(join(tmpdir(), "keystile-console-size-"))
  try {
    await buildPage("console", folder)
    const page = readFileSync(join(folder, "index.html"), "utf8")
    const files = readdirSync(folder)
      .filter((name) => /\.(?:css|html|js|svg)$/.test(name))
      .map((name) => ({
        isFirst: name === "index.html" || page.includes(`/${name}"`),
        gzip: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length
      }))
    const sum = (some) => some.reduce((total, { gzip }) => total + gzip, 0)
    const sizes = { first: sum(files.filter(({ isFirst }) => isFirst)), whole: sum(files) }
    const failures = Object.entries(budgets)
      .filter(([name, budget]) => sizes[name] > budget)
      .map(([name, budget]) => `the console (${name}) is ${sizes[name] - budget} bytes over its budget`)
    return { ...sizes, budgets, failures }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
