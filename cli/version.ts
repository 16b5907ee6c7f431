/** The version in the package's manifest. */
import { existsSync, readFileSync } from "node:fs"
import { Schema } from "effect"

// Relative to the sources in a checkout, and to the bundled command in a package.
const candidates = ["../package.json", "../../package.json"].map((path) => new URL(path, import.meta.url))

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ version: Schema.String })))

export const version = (): string => {
  const manifest = candidates.find((url) => existsSync(url))
  return manifest === undefined ? "unknown" : decode(readFileSync(manifest, "utf8")).version
}
