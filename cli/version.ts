/** The version in the package's manifest. */
import { existsSync, readFileSync } from "node:fs"

// Relative to the sources in a checkout, and to the bundled command in a package.
const candidates = ["../package.json", "../../package.json"].map((path) => new URL(path, import.meta.url))

export const version = (): string => {
  const manifest = candidates.find((url) => existsSync(url))
  // Every command reads it at start, and the manifest is the package's own: not decoded by a schema, which takes 5 ms.
  return manifest === undefined ? "unknown" : String(JSON.parse(readFileSync(manifest, "utf8")).version)
}
