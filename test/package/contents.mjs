// @ts-check
// Checks the content of the package: exactly the build of the sources, without paths of the machine that built it.

import { globSync, readFileSync, realpathSync } from "node:fs"
import { join, sep } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { readNotices } from "../../scripts/build/notices.mjs"
import { importsOf } from "../../scripts/build/prune.mjs"
import { linkFaults } from "../docs/links.ts"
import { root, run } from "./pack.mjs"

/** @typedef {import("./pack.mjs").Packed} Packed */

/** Packed files that are not modules. */
const beside = [
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
  "package.json",
  "dist/THIRD-PARTY-NOTICES.txt",
  "dist/cli/bin.mjs",
  "dist/cli/keystile.js",
  "dist/pages/console.html",
  "dist/pages/owners.html",
  "dist/sbom.cdx.json"
]

/** Modules that the command loads on demand. */
const ofCommand = /^dist\/cli\/keystile-[\w-]+\.js$/

/** Scripts, style sheets and icons of the pages of the service, whose names contain a hash of their content. */
const ofPages = /^dist\/pages\/[\w-]+-[\w-]{8}\.(?:js|css|svg)$/

/** Files of the build for Node. The bundler decides how they are split. */
const forNode = /^dist\/node\/[\w-]+\.js$/

/** The libraries of the service that are loaded on demand. */
const ofLibraries = /^dist\/libraries\/[\w-]+\.js$/

/** The entries of the browser with the runtime, which the build writes. */
const forServers = /^dist\/react\/(?:index|sign-in)\.server\.js$/
const bundled = [ofCommand, ofPages, forNode, forServers, ofLibraries]

/**
 * Returns packed files without a source, and imported files that are not packed.
 *
 * @param {Packed} packed
 * @returns {ReadonlyArray<string>}
 */
export const fileFaults = ({ files, folder }) => {
  const required = [...beside, ...listTracked("docs", "examples", ":!examples/gallery")]
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

/**
 * Returns the files of these pathspecs in the repository, without build output.
 *
 * @param {ReadonlyArray<string>} pathspecs
 */
const listTracked = (...pathspecs) =>
  run("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", ...pathspecs], root)
    .split("\0")
    .filter((file) => file !== "")

/** The files that the build may create. */
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
 * Returns files that contain paths of the machine that built the package.
 *
 * @param {Packed} packed
 * @returns {ReadonlyArray<string>}
 */
export const privatePaths = ({ files, folder }) => {
  const paths = [...new Set([join(root), realpathSync(root), realpathSync(join(root, "node_modules"))])].map((path) =>
    path.endsWith(sep) ? path.slice(0, -1) : path
  )
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8")
    return paths.filter((path) => text.includes(path)).map((path) => `${file} names ${path}`)
  })
}

/**
 * Compares the bill of materials to package.json and the notices: it lists everything that is installed or bundled, and
 * nothing that differs between two builds.
 *
 * @param {Packed} packed
 * @returns {ReadonlyArray<string>}
 */
export const billFaults = ({ folder, manifest }) => {
  /**
   * @type {{
   *   components: ReadonlyArray<{ name: string, version: string, hashes?: ReadonlyArray<unknown> }>,
   *   metadata: object
   * }}
   */
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

/** Bundled packages whose licenses require a notice. They detect an empty list. */
const known = ["asn1js", "bcryptjs", "effect", "nodemailer", "pg", "react"]

/**
 * Checks that every bundled package has a license text, and that dependencies have ranges that can be deduplicated.
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
 * Returns relative links of the documentation whose targets are not packed.
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
 * Returns the problems that arethetypeswrong finds, empty if there are none. It resolves each entry from an ES module,
 * from a CommonJS module and in a bundler. Its rule `cjs-resolves-to-esm` is left out: the package is ESM only, and
 * every supported Node (22.19 and newer) loads ES modules with `require`, which test/package/program.mjs does. Style
 * sheets have no JavaScript.
 *
 * @param {Packed} packed
 * @returns {string}
 */
export const typeFaults = ({ tarball, manifest }) => {
  const sheets = Object.keys(manifest.exports).filter((entry) => entry.endsWith(".css"))
  const cli = join(root, "node_modules", "@arethetypeswrong", "cli", "dist", "index.js")
  const rules = ["--profile", "node16", "--ignore-rules", "cjs-resolves-to-esm"]
  const args = [cli, tarball, ...rules, "--exclude-entrypoints", ...sheets, "--format", "ascii"]
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
