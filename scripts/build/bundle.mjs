// @ts-check
// Bundles modules of the package together with the libraries that an application does not install itself.

import { readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { license } from "./notices.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })

/** Returns true if a bundle keeps this import. @param {string} id */
export const isExternal = (id) => isBuiltin(id) || installed.some((name) => id === name || id.startsWith(`${name}/`))

/**
 * Bundles by Vite, without polyfills for browsers. Adds to the output folder, and lists the licenses there.
 *
 * @param {import("vite").BuildEnvironmentOptions & Pick<import("vite").InlineConfig, "logLevel" | "plugins">} options
 */
export const bundle = ({ logLevel = "warn", plugins = [], ...options }) =>
  build({
    root,
    configFile: false,
    logLevel,
    ssr: { noExternal: true },
    plugins,
    build: { ssr: true, target: "node22", minify: false, license, emptyOutDir: false, ...options }
  })
