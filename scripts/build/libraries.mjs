// @ts-check
// Libraries that are bundled into the package, so that an application does not have to install them.

import { basename, dirname, join, relative, sep } from "node:path"
import { bundle, isExternal } from "./bundle.mjs"

/** The modules of the service that re-export a library, by the name of the bundled file. */
const ofService = {
  nodemailer: "service/mail/nodemailer",
  webauthn: "service/resources/passkeys/verifier"
}

/** The modules of the client that re-export a library: the build replaces each by a file with the library. */
const ofClient = ["core/passkey/browser-ceremonies", "react/account/uqr", "react/strength/zxcvbn"]

/** The compiled modules that the bundles for Node load on demand, so that the package contains them once. */
const sharedModules = [...ofClient, "react/messages/languages"]

/** The folder of the libraries of the service, beside that of the bundles that load them. */
const folder = "libraries"

const root = join(import.meta.dirname, "../..")

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
 * Bundles the libraries of the client into the compiled modules that re-export them.
 *
 * @param {string} dist the folder of the compiled modules
 */
export const bundleClientLibraries = async (dist) => {
  for (const module of ofClient) {
    const outDir = join(dist, dirname(module))
    await bundle({
      outDir,
      rolldownOptions: {
        input: join(dist, `${module}.js`),
        external: isExternal,
        output: { entryFileNames: `${basename(module)}.js`, comments: { jsdoc: false } }
      }
    })
  }
}

/**
 * Resolves the modules of the service above to the bundled files, and shared compiled modules to themselves, for
 * bundles whose chunks are all in one folder beside them.
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
    const file = relative(root, resolved.id).replaceAll(sep, "/")
    const module = file.replace(/^dist\//, "").replace(/\.[jt]s$/, "")
    if (file !== `${module}.ts` && sharedModules.some((path) => module === path || module.startsWith(`${path}/`)))
      return { id: `../${module}.js`, external: "absolute" }
    const name = Object.entries(ofService).find(([, path]) => path === module)?.[0]
    return name === undefined ? null : { id: `../${folder}/${name}.js`, external: "absolute" }
  }
})
