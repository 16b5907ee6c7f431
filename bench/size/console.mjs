// Builds the consoles as they are in the package, and measures their files.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { buildPages } from "../../scripts/build/pages.mjs"

/**
 * Bytes after gzip: of the files that load with the first page of each console, and of all files of both. The first
 * page of the console has 59 kB of React, 12 kB of styles and the tools of `keystile dev`. The file that the pages of a
 * project share has 73 kB: the admin tier with Effect, components, and 3 kB of words for the audit log. Each page loads
 * on demand: users and teams have 14 kB with the choice of a team and the export, the settings 12 kB with the rate
 * limits, the test of a sign-in 3.4 kB for the calls of the contract without a tier, mail 5.8 kB, webhooks 4.6 kB, home
 * 3.2 kB, faults 2.7 kB. So do the notices of deletions, with 1.3 kB. The first page of owners is sign-in. Theirs are
 * also the screens, the password check, and 15 languages of about 9 kB.
 */
const budgets = { console: 95_700, owners: 101_600, whole: 724_300 }

/**
 * Returns the sizes of the consoles in bytes after gzip, with React and styles, and which exceed their budget.
 *
 * @returns {Promise<ReadonlyArray<{ title: string, size: number, budget: number, failures: ReadonlyArray<string> }>>}
 */
export async function weighConsoles() {
  const folder = mkdtempSync(join(tmpdir(), "keystile-console-size-"))
  try {
    await buildPages(folder)
    const names = readdirSync(folder).filter((name) => /\.(?:css|html|js|svg)$/.test(name))
    const files = new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]))
    return [
      weigh("First page of the console", files, filesOf("console.html", files), budgets.console),
      weigh("First page of the console of owners", files, filesOf("owners.html", files), budgets.owners),
      weigh("All files of both", files, files.keys(), budgets.whole)
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The files that load with a page, itself included. @param {string} page @param {Map<string, string>} files */
function filesOf(page, files) {
  const found = new Set([page, ...[...files.keys()].filter((name) => files.get(page).includes(`/${name}"`))])
  // Modules that a file of the page imports statically load with it.
  for (const name of found) {
    for (const [, imported] of files.get(name).matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) found.add(imported)
  }
  return found
}

/**
 * @param {string} title
 * @param {Map<string, string>} files
 * @param {Iterable<string>} names
 * @param {number} budget
 */
function weigh(title, files, names, budget) {
  const size = [...names].reduce((total, name) => total + gzipSync(files.get(name), { level: 9 }).length, 0)
  return { title, size, budget, failures: size > budget ? [`${title}: ${size - budget} bytes over the budget`] : [] }
}
