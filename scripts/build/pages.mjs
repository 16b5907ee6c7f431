// @ts-check
// Builds the pages that the service serves itself by Vite: the console and the pages of owners, in one folder. On its own
// it builds them into the checkout's cache, when the sources have changed, and prints the folder: the service of a
// checkout runs it before it serves a page.
//
//   node scripts/build/pages.mjs

import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { license } from "./notices.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The folder of the built pages in the package. */
export const pagesFolder = "dist/pages"

/** The names of the pages. The page `console` is `console/console.html`. */
export const pageNames = ["console", "owners"]

/** All files that the pages are built from. */
const sources = ["console/**/*", "{core,look,react,tiers}/**/*"]

/** Matches the modules of the console, which its pages share. */
const ofConsole = /[/\\]console[/\\].*\.tsx?$|[/\\]react[/\\]dashboard[/\\]/

/**
 * How the bundler splits a page. The screens and the pages of a project load on demand. What the page loads first is one
 * file. What several pages of the console share is another, with the admin tier: one file for each combination of pages
 * would be 25 more requests, and 10 kB more after gzip.
 *
 * @type {import("vite").Rolldown.OutputOptions["codeSplitting"]}
 */
const codeSplitting = {
  groups: [
    { name: "first", tags: ["$initial"], priority: 2 },
    { name: "shared", test: ofConsole, minShareCount: 2, priority: 1 }
  ]
}

/**
 * What the bundler may assume about unused code. Without it, every class of an error would be part of the page.
 *
 * @type {import("vite").Rolldown.InputOptions["treeshake"]}
 */
const treeshake = { propertyReadSideEffects: false, manualPureFunctions: ["knownError"] }

/** The time for which earlier builds are kept, in milliseconds: a running service may still serve one. */
const DAY = 86_400_000

/**
 * Builds the pages into a folder, which is emptied first. The names of the files contain hashes of their content. The
 * service replaces the relative URLs in a page by the path under which it serves the files.
 *
 * Each page is a build of its own. In one build the file that their pages on demand share loads what the other page loads
 * first, with its styles.
 *
 * @param {string} outDir
 */
export const buildPages = async (outDir) => {
  rmSync(outDir, { recursive: true, force: true })
  for (const name of pageNames) await buildPage(name, outDir)
}

/** @param {string} name @param {string} outDir */
const buildPage = async (name, outDir) => {
  // Loaded on demand: loading takes longer than everything else here.
  const { build } = await import("vite")
  await build({
    configFile: false,
    logLevel: "warn",
    root: join(root, "console"),
    base: "./",
    publicDir: false,
    oxc: { jsx: { runtime: "automatic" } },
    build: {
      outDir,
      emptyOutDir: false,
      assetsDir: "",
      // Nothing inline: the page's content security policy allows only files of the service.
      assetsInlineLimit: 0,
      // The files that a page on demand imports load at the same time as the page.
      modulePreload: { polyfill: false },
      license: { fileName: `${name}-${license.fileName}` },
      target: "es2022",
      // These browsers support light-dark(), so each color is in the style sheet once.
      cssTarget: ["chrome123", "firefox128", "safari17.5"],
      rolldownOptions: { input: join(root, "console", `${name}.html`), output: { codeSplitting }, treeshake }
    }
  })
}

/** Returns a hash of the sources of the pages and of the build. */
const digest = () => {
  const hash = createHash("sha256")
  const files = globSync([...sources, "scripts/build/pages.mjs", "package-lock.json"], { cwd: root })
  for (const file of files.sort()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path))
  }
  return hash.digest("hex").slice(0, 16)
}

/** Returns the folder with a build of the current sources. */
const currentPages = async () => {
  const cache = join(root, ".cache", "pages")
  const folder = join(cache, digest())
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  for (const old of globSync("*", { cwd: cache }).map((entry) => join(cache, entry))) {
    if (Date.now() - statSync(old).mtimeMs > DAY) rmSync(old, { recursive: true, force: true })
  }
  // Renamed when it is complete, because another process may build at the same time.
  const draft = mkdtempSync(join(cache, "draft-"))
  try {
    await buildPages(draft)
    renameSync(draft, folder)
  } catch (failure) {
    if (!existsSync(folder)) throw failure
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${await currentPages()}\n`)
}
