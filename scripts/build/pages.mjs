// @ts-check
// Builds the pages that the service serves itself by Vite: the console and the pages of owners, in one folder. On its
// own it builds them into the checkout's cache, when the sources have changed, and prints the folder: the service of a
// checkout runs it before it serves a page.
//
//   node scripts/build/pages.mjs

import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { license } from "./notices.mjs"

const root = join(import.meta.dirname, "../..")

/** The folder of the built pages in the package. */
export const pagesFolder = "dist/pages"

/** The names of the pages. The page `console` is `console/console.html`. */
const pageNames = ["console", "owners"]

/** All files that the pages are built from. */
const sources = ["console/**/*", "{core,look,react,tiers}/**/*"]

/** The time for which earlier builds are kept, in milliseconds: a running service may still serve one. */
const DAY = 86_400_000

/**
 * Builds the pages into a folder, which is emptied first. Each page is a build of its own: in one build the file that
 * their pages on demand share loads what the other page loads first, with its styles.
 *
 * @param {string} outDir
 */
export const buildPages = async (outDir) => {
  // Loaded on demand: loading takes longer than everything else here.
  const { build } = await import("vite")
  rmSync(outDir, { recursive: true, force: true })
  for (const name of pageNames) {
    await build({
      configFile: join(root, "console", "vite.config.ts"),
      configLoader: "native",
      build: {
        outDir,
        license: { fileName: `${name}-${license.fileName}` },
        rolldownOptions: { input: join(root, "console", `${name}.html`) }
      }
    })
  }
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

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`${await currentPages()}\n`)
}
