/** The files of the pages that the service serves itself, read when they are requested. */
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import type { ServiceResponse } from "../response/service-response.ts"

/** The pages: for developers, and for the owners of projects. */
export type PageName = "console" | "owners"

const fileOf = (name: PageName) => `${name}.html`

/** The start of the attributes with the URLs of files, which the build writes relative to the page. */
const RELATIVE_URL = '="./'

/** In the package the pages are beside the folder of the bundle that contains this module. */
const packagedPages = join(import.meta.dirname, "../pages")

/** In a checkout this module runs as TypeScript. The pages are then built from their sources into a cache. */
const isCheckout = import.meta.filename.endsWith(".ts")
const builder = join(import.meta.dirname, "../../scripts/build/pages.mjs")

/** The folders of the pages of a checkout that were served, the last one at the end. */
const servedFolders = new Set<string>()

/** Returns the folder of the built pages, or `null` if the service was bundled without them. */
export const pagesFolder: Effect.Effect<string | null> = Effect.suspend(() =>
  isCheckout
    ? Effect.tap(fromSources, (folder) => Effect.sync(() => folder !== null && setLast(folder)))
    : Effect.succeed(existsSync(join(packagedPages, fileOf("owners"))) ? packagedPages : null)
)

const setLast = (folder: string) => {
  servedFolders.delete(folder)
  servedFolders.add(folder)
}

/**
 * Returns the folders with files of the pages, the newest build first: an open page loads files of its own build on
 * demand. In a checkout, they are built only for a page, when its sources have changed: a process for each of its files
 * would take seconds.
 */
const assetFolders: Effect.Effect<ReadonlyArray<string>> = Effect.suspend(() =>
  servedFolders.size === 0
    ? Effect.map(pagesFolder, (folder) => (folder === null ? [] : [folder]))
    : Effect.succeed([...servedFolders].toReversed())
)

const fromSources = Effect.callback<string | null>((resume) => {
  // In a process of its own: a bundler takes more memory than the service does.
  const child = execFile(process.execPath, [builder], (error, stdout) =>
    resume(
      // Without an error, Node passes null and Bun undefined.
      error ? Effect.as(Effect.logError("The pages could not be built", error), null) : Effect.succeed(stdout.trim())
    )
  )
  return Effect.sync(() => child.kill())
})

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml"
}

const read = (folder: string, name: string): string | null => {
  const path = join(folder, name)
  return existsSync(path) ? readFileSync(path, "utf8") : null
}

/**
 * Returns the HTML of a page, or `null` if the service was bundled without it.
 *
 * @param assetPath the path under which the files of the page are served, such as `/owner/assets/`
 */
export const readPage = (name: PageName, assetPath: string): Effect.Effect<string | null> =>
  Effect.map(pagesFolder, (folder) => {
    const html = folder === null ? null : read(folder, fileOf(name))
    return html === null ? null : html.replaceAll(RELATIVE_URL, `="${assetPath}`)
  })

/** Returns the response with a file of the pages; `null` if there is none. The name cannot lead out of the folder. */
export const assetResponse = (name: string): Effect.Effect<ServiceResponse | null> =>
  Effect.map(assetFolders, (folders) => {
    const type = types[extname(name)]
    if (type === undefined || !/^[\w-]+\.[a-z]+$/i.test(name)) return null
    const folder = folders.find((one) => existsSync(join(one, name)))
    const body = folder === undefined ? null : read(folder, name)
    if (body === null) return null
    // The name contains a hash of the content.
    return {
      status: 200,
      headers: { "content-type": type, "cache-control": "private, max-age=31536000, immutable" },
      body
    }
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
