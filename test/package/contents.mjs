// @ts-check
// What is in the package: exactly what the sources become, and nothing that tells where it was built.

import { globSync, readFileSync, realpathSync } from "node:fs"
import { join, sep } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { readNotices } from "../../scripts/build/notices.mjs"
import { importsOf } from "../../scripts/build/prune.mjs"
import { linkFaults } from "../../scripts/check/links.mjs"
import { root, run } from "./pack.mjs"

/** @typedef {import("./pack.mjs").Packed} Packed */

/** What is no module. */
const beside = [
  "LICENSE",
  "README.md",
  "package.json",
  "dist/THIRD-PARTY-NOTICES.txt",
  "dist/cli/bin.mjs",
  "dist/cli/keystile.js",
  "dist/console/index.html",
  "dist/sbom.cdx.json"
]

/** What the command loads when it is needed, and not before. */
const ofCommand = /^dist\/cli\/keystile-[\w-]+\.js$/

/** The console's script, style sheet and icon, whose names say what is in them. */
const ofConsole = /^dist\/console\/\w+-[\w-]{8}\.(?:js|css|svg)$/

/** The same modules in the files that Node gets; what is in them is the bundler's business. */
const forNode = /^dist\/node\/[\w-]+\.js$/

/** The libraries of the service that are loaded on demand. */
const ofLibraries = /^dist\/libraries\/[\w-]+\.js$/

const bundled = [ofCommand, ofConsole, forNode, ofLibraries]

/**
 * Every file comes from a source, and every file that another one imports is packed.
 *
 * @param {Packed} packed
 * @returns {ReadonlyArray<string>}
 */
export const strangers = ({ files, folder }) => {
  const required = [...beside, ...tracked("docs", "examples")]
  const allowed = new Set([...required, ...built()])
  return [
    ...files
      .filter((file) => !allowed.has(file) && !bundled.some((pattern) => pattern.test(file)))
      .map((file) => `${file} is packed, and no source becomes it`),
    ...required.filter((file) => !files.includes(file)).map((file) => `${file} is not packed`),
    ...files
      .filter((file) => /^dist\/.*\.(?:js|d\.ts)$/.test(file))
      .flatMap((file) =>
        importsOf(file, readFileSync(join(folder, file), "utf8"))
          .filter((target) => !files.includes(target))
          .map((target) => `${file} imports ${target}, which is not packed`)
      )
  ]
}

/** The files of these folders that are in the repository: no build output. @param {ReadonlyArray<string>} folders */
const tracked = (...folders) =>
  run("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z", ...folders], root)
    .split("\0")
    .filter((file) => file !== "")

/** What the folders of the build may become. */
function built() {
  const { exclude, include } = JSON.parse(readFileSync(join(root, "tsconfig.build.json"), "utf8"))
  const left = { cwd: root, exclude: exclude.map((/** @type {string} */ folder) => `${folder}/**`) }
  return globSync(`{${include.join(",")}}/**/*.{ts,tsx,css}`, left).flatMap((file) => {
    const target = `dist/${file.replaceAll(sep, "/")}`
    if (target.endsWith(".css")) return [target, `${target}.d.ts`]
    const stem = target.replace(/\.tsx?$/, "")
    return [`${stem}.js`, `${stem}.d.ts`]
  })
}

/**
 * Names of folders on the machine that built it.
 *
 * @param {Packed} packed
 * @returns {ReadonlyArray<string>}
 */
export const privatePaths = ({ files, folder }) => {
  const places = [...new Set([join(root), realpathSync(root), realpathSync(join(root, "node_modules"))])].map(
    (place) => (place.endsWith(sep) ? place.slice(0, -1) : place)
  )
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8")
    return places.filter((place) => text.includes(place)).map((place) => `${file} names ${place}`)
  })
}

/**
 * The bill of materials against package.json and the notices: everything that an installation brings or that is bundled,
 * and nothing that differs between two builds.
 *
 * @param {Packed} packed
 * @returns {ReadonlyArray<string>}
 */
export const billFaults = ({ folder, manifest }) => {
  /** @type {{ components: ReadonlyArray<{ name: string, version: string, hashes?: ReadonlyArray<unknown> }>, metadata: object }} */
  const bill = JSON.parse(readFileSync(join(folder, "dist", "sbom.cdx.json"), "utf8"))
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  const locked = Object.keys(manifest.dependencies).map((name) => ({
    name,
    version: packages[`node_modules/${name}`].version
  }))
  const missing = [...locked, ...readNotices(folder)].filter(
    ({ name, version }) => !bill.components.some((one) => one.name === name && one.version === version)
  )
  return [
    ...missing.map(({ name, version }) => `the bill of materials leaves out ${name} ${version}`),
    ...bill.components.flatMap(({ hashes, name }) =>
      hashes?.length ? [] : [`the bill of materials has no hash of ${name}`]
    ),
    ...["timestamp", "serialNumber"].flatMap((name) =>
      name in bill || name in bill.metadata ? [`the bill of materials has a ${name}`] : []
    ),
    ...(manifest.publishConfig?.provenance === true ? [] : ["package.json publishes without provenance"])
  ]
}

/** Packages whose licenses ask for a notice, and that are known to be bundled: the list is not empty by mistake. */
const known = ["asn1js", "bcryptjs", "effect", "nodemailer", "pg", "react", "react-hook-form"]

/**
 * The license of each bundled package, and versions that applications can deduplicate.
 *
 * @param {Packed} packed
 * @returns {ReadonlyArray<string>}
 */
export const licenseFaults = ({ folder, manifest }) => {
  const notices = readNotices(folder)
  return [
    ...known.flatMap((name) =>
      notices.some((notice) => notice.name === name) ? [] : [`the notices leave out ${name}`]
    ),
    ...notices.flatMap(({ name, text }) =>
      text.trim().length > 200 ? [] : [`the notices have no license text of ${name}`]
    ),
    ...Object.entries(manifest.dependencies).flatMap(([name, range]) =>
      range.startsWith("^") ? [] : [`package.json depends on ${name} ${range}, which is not a ^ range`]
    ),
    ...["repository", "homepage", "bugs"].flatMap((field) =>
      field in manifest ? [] : [`package.json has no ${field}`]
    )
  ]
}

/**
 * Relative links of the documentation that lead out of the package, or nowhere.
 *
 * @param {Packed} packed
 * @returns {ReadonlyArray<string>}
 */
export const deadLinks = ({ files, folder }) => {
  const pages = new Map(
    files.filter((file) => file.endsWith(".md")).map((file) => [file, readFileSync(join(folder, file), "utf8")])
  )
  const isPacked = (/** @type {string} */ path) =>
    files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, "")}/`))
  return linkFaults(pages, isPacked).map(({ line, page, problem }) => `${page}:${line}: ${problem}`)
}

/**
 * The problems of arethetypeswrong, empty if there are none. The package is ESM only, and style sheets have no types.
 *
 * @param {Packed} packed
 * @returns {string}
 */
export const typeFaults = ({ tarball, manifest }) => {
  const sheets = Object.keys(manifest.exports).filter((entry) => entry.endsWith(".css"))
  const cli = join(root, "node_modules", "@arethetypeswrong", "cli", "dist", "index.js")
  const args = [cli, tarball, "--profile", "esm-only", "--exclude-entrypoints", ...sheets, "--format", "ascii"]
  try {
    run(process.execPath, args, root)
    return ""
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure)
  }
}

/**
 * @param {Packed} packed
 * @returns {Promise<ReadonlyArray<string>>}
 */
export const lint = async ({ folder, manifest }) => {
  const { messages } = await publint({ pkgDir: folder, level: "suggestion", strict: true, pack: false })
  return messages.map((message) => `publint: ${formatMessage(message, manifest, { color: false }) ?? message.code}`)
}
