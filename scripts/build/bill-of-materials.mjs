// @ts-check
// Writes the software bill of materials into dist/: what is bundled into the package and what an installation brings,
// each with its version, license and hash from package-lock.json. It is the same for the same lock file: no time, no
// random number, no folder's name.
//
//   node scripts/build/bill-of-materials.mjs

import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readNotices } from "./notices.mjs"
import { answerHelp } from "../help.mjs"
import { npm, root } from "../../test/package/pack.mjs"

answerHelp(import.meta.url)

/** @typedef {{ "bom-ref": string, name: string, version: string }} Component */
/** @typedef {{ ref: string, dependsOn: ReadonlyArray<string> }} Edges */

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(join(root, file), "utf8"))
const { dependencies: own, name } = readJson("package.json")
const locked = Object.entries(readJson("package-lock.json").packages)

const args = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "library", "--package-lock-only"]
const { components, dependencies, metadata, serialNumber: _number, ...bill } = JSON.parse(npm(args, root))
const { component, timestamp: _time, ...made } = metadata

// `--omit dev` would leave out what is used in development, too, such as jose.
/** @type {Set<string>} */
const kept = new Set([component["bom-ref"], ...readNotices(root).map(({ name, version }) => `${name}@${version}`)])
for (const ref of kept) for (const next of requiredBy(ref)) kept.add(next)

mkdirSync(join(root, "dist"), { recursive: true })
writeFileSync(
  join(root, "dist", "sbom.cdx.json"),
  `${JSON.stringify(
    {
      ...bill,
      metadata: { ...made, component: { ...component, name } },
      components: [...kept].slice(1).sort().map(named),
      dependencies: [...kept].map((ref) => ({ ref, dependsOn: requiredBy(ref) }))
    },
    null,
    2
  )}\n`
)

/** A component under its own name, where something else in the tree uses it under another. @param {string} ref */
function named(ref) {
  const found = components.find((/** @type {Component} */ one) => one["bom-ref"] === ref)
  return { ...found, name: ref.slice(0, ref.lastIndexOf("@")) }
}

/** What an installation brings for a package: not what the application has to bring. @param {string} ref */
function requiredBy(ref) {
  const edges = dependencies.find((/** @type {Edges} */ edge) => edge.ref === ref)?.dependsOn ?? []
  const names = Object.keys(ref === component["bom-ref"] ? own : declaredBy(ref))
  return edges.filter((/** @type {string} */ next) => names.includes(next.slice(0, next.lastIndexOf("@"))))
}

/** @param {string} ref @returns {Record<string, string>} */
function declaredBy(ref) {
  const [, found] =
    locked.find(
      ([path, { name: alias = path.split("node_modules/").at(-1), version }]) => ref === `${alias}@${version}`
    ) ?? []
  if (found === undefined) throw new Error(`package-lock.json has no ${ref}`)
  return { ...found.dependencies, ...found.optionalDependencies }
}
