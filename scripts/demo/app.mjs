// @ts-check
// Serves or builds the example application against a service. In this checkout `keystile/...` means the sources.

import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build, createServer } from "vite"
import { sourceAliases } from "../build/entries.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const app = join(root, "examples", "react-app")

/** @typedef {import("./service.mjs").Service} Service */

/** @param {Pick<Service, "url" | "project">} service */
const settings = ({ project, url }) => {
  Object.assign(process.env, {
    VITE_KEYSTILE_URL: url,
    VITE_KEYSTILE_PROJECT_ID: project.id,
    VITE_KEYSTILE_PUBLISHABLE_CLIENT_KEY: project.publishableClientKey
  })
  return {
    root: app,
    cacheDir: join(root, "node_modules", ".cache", "demo-vite"),
    logLevel: /** @type {const} */ ("warn"),
    resolve: { alias: sourceAliases(), dedupe: ["react", "react-dom", "effect"] }
  }
}

/**
 * @param {{ port: number, strict: boolean, service: Pick<Service, "url" | "project"> }} options
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export const startApp = async ({ port, service, strict }) => {
  const server = await createServer({
    ...settings(service),
    clearScreen: false,
    server: { host: "127.0.0.1", port, strictPort: strict, fs: { allow: [root] } }
  })
  await server.listen()
  return { url: server.resolvedUrls?.local[0]?.replace("127.0.0.1", "localhost") ?? "", stop: () => server.close() }
}

/**
 * Builds the application into a folder.
 *
 * @param {{ folder: string, service: Pick<Service, "url" | "project"> }} options
 */
export const buildApp = async ({ folder, service }) => {
  await build({ ...settings(service), build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 2000 } })
}
