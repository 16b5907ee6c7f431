/** The files of the pages that the service serves itself, read when they are requested. */
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"

/** The pages by the folder of their files in the package: for developers, and for the owners of projects. */
export type PageName = "console" | "owners"

const PAGE = "index.html"

/** In the package the pages are beside the bundle that holds this module, or two folders above the module itself. */
const parents = ["..", "../.."].map((path) => join(import.meta.dirname, path))

/** In a checkout this module runs as TypeScript. A page is then built from its sources into a cache. */
const isCheckout = import.meta.filename.endsWith(".ts")
const builder = join(import.meta.dirname, "../../scripts/build/pages.mjs")

/** The folders of the pages of a checkout that were served last. */
const served = new Map<PageName, string | null>()

/** Returns the folder of a built page, or `null` if the service was bundled without the page. */
export const folderOf = (name: PageName): Effect.Effect<string | null> =>
  Effect.suspend(() => {
    if (isCheckout) {
      return Effect.tap(fromSources(name), (folder) => Effect.sync(() => void served.set(name, folder)))
    }
    const folders = parents.map((parent) => join(parent, name))
    return Effect.succeed(folders.find((folder) => existsSync(join(folder, PAGE))) ?? null)
  })

/**
 * Returns the folder of the files of a page. In a checkout, only the page itself is built when its sources have
 * changed: a process for each of its files would take seconds.
 */
export const assetFolderOf = (name: PageName): Effect.Effect<string | null> =>
  Effect.suspend(() => {
    const folder = served.get(name)
    return folder === undefined ? folderOf(name) : Effect.succeed(folder)
  })

const fromSources = (name: PageName) =>
  Effect.callback<string | null>((resume) => {
    // In a process of its own: a bundler takes more memory than the service does.
    const child = execFile(process.execPath, [builder, name], (error, stdout) =>
      resume(
        // Without an error, Node passes null and Bun undefined.
        error
          ? Effect.as(Effect.logError(`The page ${name} could not be built`, error), null)
          : Effect.succeed(stdout.trim())
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

/** Reads a file of the folder. The name cannot lead out of it. */
export const readAsset = (folder: string | null, name: string) => {
  const type = types[extname(name)]
  const text = /^[\w-]+\.[a-z]+$/i.test(name) && type !== undefined ? read(folder, name) : null
  return text === null || type === undefined ? null : { text, type }
}

/** The headers of an asset, whose name contains a hash of its content. */
export const assetHeaders = (type: string) => ({
  "content-type": type,
  "cache-control": "private, max-age=31536000, immutable"
})

/**
 * The headers of a page. All content is from the service itself; no page may frame it, and a page that opened it keeps
 * no reference to it.
 */
export const pageHeaders = (more: ReadonlyArray<string> = []) => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...more
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY"
})
