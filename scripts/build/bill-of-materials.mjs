// @ts-check
// Writes the software bill of materials to dist/ with `npm sbom`, reduced to what users get: the bundled packages and
// the dependencies. `npm sbom --omit=dev` leaves out both bundled packages and dependencies that development uses, too.
// Time and serial number are left out, so that two builds are equal.
//
//   node scripts/build/bill-of-materials.mjs

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { npm, root } from "../../test/package/pack.mjs"
import { readNotices } from "./notices.mjs"

/** @param {ReadonlyArray<string>} args */
const ask = (...args) => JSON.parse(npm([...args, "--package-lock-only"], root))

/**
 * @type {{
 *   components: Array<Record<"bom-ref" | "name", string>>,
 *   dependencies: Array<{ ref: string, dependsOn: Array<string> }>,
 *   metadata: any
 * }}
 */
const { components, dependencies, metadata, ...bill } = ask(
  "sbom",
  "--sbom-format",
  "cyclonedx",
  "--sbom-type",
  "library"
)
/** @type {ReadonlyArray<{ pkgid: string }>} */
const installedPackages = ask("query", ":root > .prod, :root > .prod .prod")
const own = metadata.component["bom-ref"]
const kept = new Set([
  own,
  ...readNotices(root).map(({ name, version }) => `${name}@${version}`),
  ...installedPackages.map(({ pkgid }) => pkgid)
])

/** @param {string} ref */
const nameOf = (ref) => ref.slice(0, ref.lastIndexOf("@"))
const result = {
  ...bill,
  serialNumber: undefined,
  // npm names the checkout after its folder.
  metadata: { ...metadata, timestamp: undefined, component: { ...metadata.component, name: nameOf(own) } },
  // A package that is also installed under an alias has its own name.
  components: components
    .filter(({ "bom-ref": ref }) => ref !== own && kept.has(ref))
    .map((component) => ({ ...component, name: nameOf(component["bom-ref"]) })),
  dependencies: dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ dependsOn, ref }) => ({ ref, dependsOn: dependsOn.filter((next) => kept.has(next)) }))
}
writeFileSync(join(root, "dist", "sbom.cdx.json"), `${JSON.stringify(result, null, 2)}\n`)
