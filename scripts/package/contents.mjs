// @ts-check
// What is in the package: exactly what the sources become, and nothing that tells where it was built.

import { globSync, readFileSync, realpathSync } from "node:fs"
import { join, posix, sep } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { root } from "./pack.mjs"

/** @typedef {import("./pack.mjs").Packed} Packed */

/** What is no module. */
const beside = [
  "LICENSE",
  "README.md",
  "package.json",
  "dist/cli/bin.mjs",
  "dist/cli/keystile.js",
  "dist/cli/redoc.standalone.js",
  "dist/cli/redoc.standalone.js.LICENSE.txt",
  "dist/console/index.html",
  "dist/sbom.cdx.json"
]

/** What the command loads when it is needed, and not before. */
const ofCommand = /^dist\/cli\/keystile-[\w-]+\.js$/

/** The console's script, style sheet and icon, whose names say what is in them. */
const ofConsole = /^dist\/console\/\w+-[\w-]{8}\.(?:js|css|svg)$/

/** The same modules in the files that Node gets; what is in them is the bundler's business. */
const forNode = /^dist\/node\/(?:shared\/)?[\w-]+\.js$/

const bundled = [ofCommand, ofConsole, forNode]

/**
 * @param {Packed} packed
 * @returns {ReadonlyArray<string>}
 */
export const strangers = ({ files }) => {
  const allowed = new Set([...beside, ...built(), ...pages()])
  return [
    ...files.filter((file) => !allowed.has(file) && !bundled.some((pattern) => pattern.test(file)))
      .map((file) => `${file} is packed, and no source becomes it`),
    ...[...allowed].filter((file) => !files.includes(file)).map((file) => `${file} is not packed`)
  ]
}

/** The documentation, to which README.md links, and its pictures. */
const pages = () => globSync("docs/**/*.{md,png}", { cwd: root }).map((file) => file.replaceAll(sep, "/"))

/** What the folders of the build become. */
function built() {
  const { exclude, include } = JSON.parse(readFileSync(join(root, "tsconfig.build.json"), "utf8"))
  const left = { cwd: root, exclude: exclude.map((/** @type {string} */ folder) => `${folder}/**`) }
  return globSync(`{${include.join(",")}}/**/*.{ts,tsx,css}`, left).flatMap((file) => {
    const target = `dist/${file.replaceAll(sep, "/")}`
    if (target.endsWith(".css")) return [target, `${target}.d.ts`]
    const stem = target.replace(/\.tsx?$/, "")
    return [`${stem}.js`, `${stem}.js.map`, `${stem}.d.ts`]
  })
}

/**
 * Places on the machine that built it, and source maps that lead out of the package.
 *
 * @param {Packed} packed
 * @returns {ReadonlyArray<string>}
 */
export const privatePaths = ({ files, folder }) => {
  const places = [...new Set([join(root), realpathSync(root), realpathSync(join(root, "node_modules"))])]
    .map((place) => (place.endsWith(sep) ? place.slice(0, -1) : place))
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8")
    const held = places.filter((place) => text.includes(place)).map((place) => `${file} names ${place}`)
    return file.endsWith(".map") ? [...held, ...leadsOut(file, text)] : held
  })
}

/** @param {string} file @param {string} text */
function leadsOut(file, text) {
  const { sourceRoot = "", sources } = JSON.parse(text)
  return sources.flatMap((/** @type {string} */ source) => {
    const place = `${sourceRoot}${source}`
    const target = posix.normalize(posix.join(posix.dirname(file), place))
    const inside = !/^(?:[a-z]+:|[\\/])/i.test(place) && !target.startsWith("..")
    return inside ? [] : [`${file} leads to ${place}`]
  })
}

/**
 * The bill of materials against package.json: all that an installation brings, and nothing that differs between two builds.
 *
 * @param {Packed} packed
 * @returns {ReadonlyArray<string>}
 */
export const billFaults = ({ folder, manifest }) => {
  /** @type {{ components: ReadonlyArray<{ name: string, version: string, hashes?: ReadonlyArray<unknown> }>, metadata: object }} */
  const bill = JSON.parse(readFileSync(join(folder, "dist", "sbom.cdx.json"), "utf8"))
  const missing = Object.entries(manifest.dependencies).filter(([name, version]) =>
    !bill.components.some((one) => one.name === name && one.version === version)
  )
  return [
    ...missing.map(([name, version]) => `the bill of materials leaves out ${name} ${version}`),
    ...bill.components.flatMap(({ hashes, name }) => (hashes?.length ? [] : [`the bill of materials has no hash of ${name}`])),
    ...["timestamp", "serialNumber"].flatMap((name) =>
      name in bill || name in bill.metadata ? [`the bill of materials has a ${name}`] : []
    ),
    ...(manifest.publishConfig?.provenance === true ? [] : ["package.json publishes without provenance"])
  ]
}

/**
 * @param {Packed} packed
 * @returns {Promise<ReadonlyArray<string>>}
 */
export const lint = async ({ folder, manifest }) => {
  const { messages } = await publint({ pkgDir: folder, level: "suggestion", strict: true, pack: false })
  return messages.map((message) => `publint: ${formatMessage(message, manifest, { color: false }) ?? message.code}`)
}
