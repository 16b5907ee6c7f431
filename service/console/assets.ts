/** The files of the console, read when they are asked for: few who start a service open it, and not often. */
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"

const PAGE = "index.html"

/** The built page in the package: beside the bundle that holds this module, or two folders above the module itself. */
const built = ["../console", "../../console"].map((path) => join(import.meta.dirname, path))

/** In a checkout this module runs as TypeScript. The page is then built from `console/` into a cache. */
const isCheckout = import.meta.filename.endsWith(".ts")
const builder = join(import.meta.dirname, "../../scripts/build/console.mjs")

/** Returns the folder of the built page, or `null` if the service was bundled without the page. */
export const consoleFolder: Effect.Effect<string | null> = Effect.suspend(() =>
  isCheckout ? fromSources : Effect.succeed(built.find((folder) => existsSync(join(folder, PAGE))) ?? null)
)

const fromSources = Effect.callback<string | null>((resume) => {
  // In a process of its own: a bundler takes more memory than the service does.
  const child = execFile(process.execPath, [builder], (error, stdout) =>
    resume(
      // Without an error, Node passes null and Bun undefined.
      error ? Effect.as(Effect.logError("The console could not be built", error), null) : Effect.succeed(stdout.trim())
    )
  )
  return Effect.sync(() => child.kill())
})

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml"
}

const read = (folder: string | null, name: string): string | null => {
  const path = folder === null ? null : join(folder, name)
  return path !== null && existsSync(path) ? readFileSync(path, "utf8") : null
}

export const readPage = (folder: string | null): string | null => read(folder, PAGE)

/** A file of the folder. What is asked for names no other place. */
export const readAsset = (folder: string | null, name: string) => {
  const type = types[extname(name)]
  const text = /^[\w-]+\.[a-z]+$/i.test(name) && type !== undefined ? read(folder, name) : null
  return text === null || type === undefined ? null : { text, type }
}
