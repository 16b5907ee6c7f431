/** Which version this is, as the package's manifest says. */
import { existsSync, readFileSync } from "node:fs"
import { Schema } from "effect"

// Beside the sources of a checkout, or above the built file of a package.
const places = ["../package.json", "../../package.json"].map((path) => new URL(path, import.meta.url))

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ version: Schema.String })))

export const version = (): string => {
  const manifest = places.find((place) => existsSync(place))
  return manifest === undefined ? "unknown" : decode(readFileSync(manifest, "utf8")).version
}
