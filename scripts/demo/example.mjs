// @ts-check
// Serves or builds an example against the sources of this checkout, which `keystile/...` means there.

import { join } from "node:path"
import { build, createServer } from "vite"
import { sourceAliases } from "../build/entries.mjs"

const root = join(import.meta.dirname, "../..")

/** @param {string} example */
const settings = (example) => ({
  root: join(root, "examples", example),
  cacheDir: join(root, "node_modules", ".cache", `${example}-vite`),
  clearScreen: false,
  logLevel: /** @type {const} */ ("warn"),
  resolve: { alias: sourceAliases(), dedupe: ["react", "react-dom", "effect"] }
})

/**
 * Serves an example until `stop` is called.
 *
 * @param {string} example
 * @param {{ port: number, strict?: boolean }} options `strict` fails if the port is in use
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export const serveExample = async (example, { port, strict = false }) => {
  const server = await createServer({
    ...settings(example),
    server: { host: "127.0.0.1", port, strictPort: strict, fs: { allow: [root] } }
  })
  await server.listen()
  return { url: server.resolvedUrls?.local[0]?.replace("127.0.0.1", "localhost") ?? "", stop: () => server.close() }
}

/**
 * Sets the environment variables that the example application reads.
 *
 * @param {Pick<import("./service.mjs").Service, "url" | "project">} service
 */
export const nameService = ({ project, url }) => {
  process.env["VITE_KEYSTILE_URL"] = url
  process.env["VITE_KEYSTILE_PROJECT_ID"] = project.id
  process.env["VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY"] = project.publishableClientKey
}

/**
 * Builds the example application into a folder.
 *
 * @param {{ folder: string, service: Pick<import("./service.mjs").Service, "url" | "project"> }} options
 */
export const buildApp = async ({ folder, service }) => {
  nameService(service)
  await build({
    ...settings("react-app"),
    build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 2000 }
  })
}
