/** The files of the console, read when they are asked for: few who start a service open it, and not often. */
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"

const PAGE = "index.html"

/** Where a build has put it: beside the command, or in the package above this file, whichever way that was bundled. */
const built = ["../console", "../../console"].map((path) => join(import.meta.dirname, path))

/** A checkout holds its sources, and the program that builds them into a cache as often as they change. */
const builder = join(import.meta.dirname, "../../scripts/build/console.mjs")

/** The folder with the page's files; `null` where the service was bundled without them. */
export const consoleFolder: Effect.Effect<string | null> = Effect.suspend(() => {
  const place = built.find((folder) => existsSync(join(folder, PAGE)))
  if (place !== undefined) return Effect.succeed(place)
  return existsSync(builder) ? fromSources : Effect.succeed(null)
})

const fromSources = Effect.callback<string | null>((resume) => {
  // In a process of its own: a bundler takes more memory than the service does.
  const child = execFile(process.execPath, [builder], (error, stdout) =>
    resume(
      error === null
        ? Effect.succeed(stdout.trim())
        : Effect.as(Effect.logError("The console could not be built", error), null)
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
