// @ts-check
// Builds the pages that the service serves itself by Vite: the console (console/) and the pages of owners
// (console/owners/). On its own it builds one of them into the checkout's cache, when the sources have changed, and
// prints the folder: the service of a checkout runs it before it serves the page.
//
//   node scripts/build/pages.mjs console|owners

import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { license } from "./notices.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))

/**
 * The pages by name: the folder of their sources, the path of their files, and all files that they are built from.
 *
 * @type {Readonly<Record<string, { folder: string, base: string, sources: ReadonlyArray<string> }>>}
 */
const pages = {
  console: {
    folder: "console",
    base: "/_keystile/console/",
    sources: ["console/**/*", "{core,look,react,tiers}/**/*"]
  },
  owners: {
    folder: "console/owners",
    // The service replaces it in the page by the path under which it is reached.
    base: "./",
    sources: ["console/**/*", "{core,look,react,tiers}/**/*"]
  }
}

export const pageNames = Object.keys(pages)

/** Matches the modules of the console, which its pages share. */
const ofConsole = /[/\\]console[/\\].*\.tsx?$|[/\\]react[/\\]dashboard[/\\]/

/**
 * How the bundler splits a page. The screens and the pages of a project load on demand. What the first page loads is
 * one file. What several pages of the console share is another, with the admin tier: one file for each combination of
 * pages would be 25 more requests, and 10 kB more after gzip.
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

/** @param {string} name */
const pageOf = (name) => {
  const page = pages[name]
  if (page === undefined) throw new Error(`There is no page ${name}. The pages are ${pageNames.join(", ")}.`)
  return page
}

/** The time for which earlier builds are kept, in milliseconds: a running service may still serve one. */
const DAY = 86_400_000

/**
 * Builds a page into a folder, which is emptied first. The names of the files contain hashes of their content.
 *
 * @param {string} name
 * @param {string} outDir
 */
export const buildPage = async (name, outDir) => {
  const { base, folder } = pageOf(name)
  // Loaded on demand: loading takes longer than everything else here.
  const { build } = await import("vite")
  await build({
    configFile: false,
    logLevel: "warn",
    root: join(root, folder),
    base,
    publicDir: false,
    oxc: { jsx: { runtime: "automatic" } },
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: "",
      // Nothing inline: the page's content security policy allows only files of the service.
      assetsInlineLimit: 0,
      // The files that a page on demand imports load at the same time as the page.
      modulePreload: { polyfill: false },
      license,
      target: "es2022",
      // These browsers support light-dark(), so each color is in the style sheet once.
      cssTarget: ["chrome123", "firefox128", "safari17.5"],
      rolldownOptions: { output: { codeSplitting }, treeshake }
    }
  })
}

/**
 * Returns a hash of the sources of a page and of the build.
 *
 * @param {ReadonlyArray<string>} sources
 */
const digest = (sources) => {
  const hash = createHash("sha256")
  const files = globSync([...sources, "scripts/build/pages.mjs", "package-lock.json"], { cwd: root })
  for (const file of files.sort()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path))
  }
  return hash.digest("hex").slice(0, 16)
}

/**
 * Returns the folder with a build of the current sources.
 *
 * @param {string} name
 */
const currentPage = async (name) => {
  const cache = join(root, ".cache", name)
  const folder = join(cache, digest(pageOf(name).sources))
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  for (const old of globSync("*", { cwd: cache }).map((entry) => join(cache, entry))) {
    if (Date.now() - statSync(old).mtimeMs > DAY) rmSync(old, { recursive: true, force: true })
  }
  // Renamed when it is complete, because another process may build at the same time.
  const draft = mkdtempSync(join(cache, "draft-"))
  try {
    await buildPage(name, draft)
    renameSync(draft, folder)
  } catch (failure) {
    if (!existsSync(folder)) throw failure
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${await currentPage(process.argv[2] ?? "")}\n`)
}
