// Builds the consoles as they are in the package, and measures their files.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { buildPage } from "../../scripts/build/pages.mjs"

/**
 * Bytes after gzip: of the files that load with the first page, and of all files. The first page of the console has 59
 * kB of React, 12 kB of styles and the tools of `keystile dev`. The file that the pages of a project share has 65 kB:
 * the admin tier with Effect, and components. Each page loads on demand: the settings have 12 kB with the rate limits,
 * users 9.6 kB with the choice of a team, mail 5.3 kB, webhooks 4.6 kB, teams 4.6 kB, home 3.1 kB. So have the notices
 * of deletions, with 1 kB. The first page of owners is sign-in. All of theirs is the console, the screens, the password
 * check, and 15 languages of about 9 kB.
 */
const budgetsOf = {
  console: { first: 95_400, whole: 218_000 },
  owners: { first: 101_600, whole: 501_200 }
}

/** Returns the sizes of both consoles. */
export async function weighConsoles() {
  return [await weighConsole("console"), await weighConsole("owners")]
}

/**
 * Returns the sizes of a console in bytes after gzip, with React and styles, and the budgets that it exceeds.
 *
 * @param {keyof typeof budgetsOf} page
 */
async function weighConsole(page) {
  const budgets = budgetsOf[page]
  const title = page === "owners" ? "the console of owners" : "the console"
  const folder = mkdtempSync(join(tmpdir(), "keystile-console-size-"))
  try {
    await buildPage(page, folder)
    const html = readFileSync(join(folder, "index.html"), "utf8")
    const names = readdirSync(folder).filter((name) => /\.(?:css|html|js|svg)$/.test(name))
    const first = new Set(names.filter((name) => name === "index.html" || html.includes(`/${name}"`)))
    // Modules that a file of the page imports statically load with it.
    for (const name of first) {
      const text = readFileSync(join(folder, name), "utf8")
      for (const [, imported] of text.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) first.add(imported)
    }
    const files = names.map((name) => ({
      isFirst: first.has(name),
      gzip: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length
    }))
    const sum = (some) => some.reduce((total, { gzip }) => total + gzip, 0)
    const sizes = { first: sum(files.filter(({ isFirst }) => isFirst)), whole: sum(files) }
    const failures = Object.entries(budgets)
      .filter(([name, budget]) => sizes[name] > budget)
      .map(([name, budget]) => `${title} (${name}) is ${sizes[name] - budget} bytes over its budget`)
    return { title, ...sizes, budgets, failures }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
