/** Runs the programs of a documentation page in an empty folder of the checkout. */
import { Effect } from "effect"
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** Returns the text of a page in docs/. */
export const readPage = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8")

/** Returns the files of a page by their names. */
export const filesOf = (page: string): ReadonlyMap<string, string> =>
  new Map([...page.matchAll(/^```ts file=(\S+)\n([^]*?)^```$/gm)].map(([, name = "", text = ""]) => [name, text]))

const caches = fileURLToPath(new URL("../../.cache", import.meta.url))

/** An empty folder within the checkout, whose programs find its dependencies. */
export const emptyFolder = Effect.acquireRelease(
  Effect.sync(() => {
    mkdirSync(caches, { recursive: true })
    return mkdtempSync(join(caches, "page-"))
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** The module that lets Node load `keystile/…` from the sources, for `node --import`. */
export const loadSources = fileURLToPath(new URL("../examples/load-sources.mjs", import.meta.url))
