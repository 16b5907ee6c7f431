// @ts-check
// Builds the gallery as a part of the site, and reads its states for the live examples.

import { copyFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { build, createServer } from "vite"
import { sourceAliases } from "../build/entries.mjs"

/** @param {string} root */
const options = (root) => ({
  root: join(root, "examples", "gallery"),
  configFile: /** @type {const} */ (false),
  cacheDir: join(root, "node_modules", ".cache", "site-vite"),
  logLevel: /** @type {const} */ ("warn"),
  oxc: { jsx: { runtime: /** @type {const} */ ("automatic") } },
  resolve: { alias: sourceAliases(), dedupe: ["react", "react-dom", "effect"] }
})

/**
 * The states, with their ids in URLs.
 *
 * @param {string} root
 * @returns {Promise<ReadonlyArray<import("./reference/components.mjs").Shown>>}
 */
export const galleryStates = async (root) => {
  const server = await createServer({
    ...options(root),
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null }
  })
  try {
    const { states } = await server.ssrLoadModule("/src/states/index.ts")
    const { idOf } = await server.ssrLoadModule("/src/states/state.ts")
    return states.map((/** @type {{ of: string, name: string, components?: ReadonlyArray<string> }} */ state) => ({
      id: idOf(state),
      of: state.of,
      name: state.name,
      components: state.components ?? []
    }))
  } finally {
    await server.close()
  }
}

/** The pages of the screens, to which links within an example lead. */
const pages = ["sign-in", "sign-up", "forgot-password", "account-settings"]

/** @param {string} root @param {string} outDir the folder of the site */
export const buildGallery = async (root, outDir) => {
  const gallery = join(outDir, "gallery")
  await build({
    ...options(root),
    base: "/gallery/",
    build: {
      outDir: gallery,
      emptyOutDir: true,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: ["index.html", "components.html"].map((file) => join(root, "examples", "gallery", file))
      }
    }
  })
  for (const page of pages) {
    mkdirSync(join(outDir, "handler", page), { recursive: true })
    copyFileSync(join(gallery, "index.html"), join(outDir, "handler", page, "index.html"))
  }
}
