// @ts-check
// Libraries that are bundled into the package, so that an application does not have to install them.

import { join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { bundle, isExternal } from "./bundle.mjs"

/** The modules of the service that re-export a library, by the name of the bundled file. */
const ofService = {
  nodemailer: "service/mail/nodemailer",
  webauthn: "service/resources/passkeys/verifier"
}

/** The folder of the libraries of the service, beside that of the bundles that load them. */
const folder = "libraries"

const root = fileURLToPath(new URL("../..", import.meta.url))

/**
 * Bundles the libraries of the service, which the command and `keystile/service` load on demand.
 *
 * @param {string} outDir
 */
export const bundleServiceLibraries = (outDir) =>
  bundle({
    outDir,
    minify: true,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(ofService).map(([name, module]) => [name, join(root, `${module}.ts`)])),
      external: isExternal,
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "shared-[name].js",
        // tsyringe throws unless reflect-metadata has run before it.
        strictExecutionOrder: true
      }
    }
  })

/**
 * Resolves the modules of the service above to the bundled files, for bundles whose chunks are all in one folder beside
 * them.
 *
 * @returns {import("vite").Plugin}
 */
export const bundledLibraries = () => ({
  name: "keystile:bundled-libraries",
  enforce: "pre",
  async resolveId(source, importer, options) {
    if (importer === undefined || !source.startsWith(".")) return null
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (resolved === null) return null
    const module = relative(root, resolved.id)
      .replaceAll(sep, "/")
      .replace(/^dist\//, "")
      .replace(/\.[jt]s$/, "")
    const name = Object.entries(ofService).find(([, path]) => path === module)?.[0]
    return name === undefined ? null : { id: `../${folder}/${name}.js`, external: "absolute" }
  }
})
