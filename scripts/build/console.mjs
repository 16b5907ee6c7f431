// @ts-check
// Builds the service's console (console/) by Vite. On its own it builds into the checkout's cache, when the
// sources have changed, and prints the folder: the service of a checkout asks it so before it shows the page.
//
//   node scripts/build/console.mjs

import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { license } from "./notices.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const page = join(root, "console")
const cache = join(root, ".cache", "console")

/** How long builds of earlier sources are kept in milliseconds, because a running service may still serve one. */
const DAY = 86_400_000

/**
 * Builds into a folder, which is emptied first. The names of the files say what is in them.
 *
 * @param {string} folder
 */
export const buildConsole = async (folder) => {
  // Loaded on demand: loading takes longer than everything else here.
  const { build } = await import("vite")
  await build({
    configFile: false,
    logLevel: "warn",
    root: page,
    base: "/_keystile/console/",
    publicDir: false,
    oxc: { jsx: { runtime: "automatic" } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsDir: "",
      // Nothing inline: the page's content security policy allows only files of the service.
      assetsInlineLimit: 0,
      modulePreload: false,
      license,
      target: "es2022",
      // These browsers support light-dark(), so each color is in the style sheet once.
      cssTarget: ["chrome123", "firefox128", "safari17.5"],
      rolldownOptions: { output: { codeSplitting: false } }
    }
  })
}

/** Returns a hash of the sources of the build. */
const digest = () => {
  const hash = createHash("sha256")
  const files = globSync(
    [
      "console/**/*",
      "core/environment/variables.ts",
      "{look,react}/**/*.css",
      "scripts/build/console.mjs",
      "package-lock.json"
    ],
    { cwd: root }
  )
  for (const file of files.sort()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path))
  }
  return hash.digest("hex").slice(0, 16)
}

/** Returns the folder with a build of the current sources. */
const currentConsole = async () => {
  const folder = join(cache, digest())
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  for (const old of globSync("*", { cwd: cache }).map((name) => join(cache, name))) {
    if (Date.now() - statSync(old).mtimeMs > DAY) rmSync(old, { recursive: true, force: true })
  }
  // Renamed when it is complete, because another process may build at the same time.
  const draft = mkdtempSync(join(cache, "draft-"))
  try {
    await buildConsole(draft)
    renameSync(draft, folder)
  } catch (failure) {
    if (!existsSync(folder)) throw failure
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${await currentConsole()}\n`)
}
