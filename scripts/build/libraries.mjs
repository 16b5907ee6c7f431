// @ts-check
// Libraries that are bundled into the package, so that an application does not have to install them.

import { basename, dirname, join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { bundle, isExternal } from "./bundle.mjs"
import { license } from "./notices.mjs"

/** The modules of the service that re-export a library, by the name of the bundled file. */
const ofService = {
  nodemailer: "service/mail/nodemailer",
  webauthn: "service/resources/passkeys/verifier"
}

/** The modules of the screens that re-export a library. */
const ofScreens = ["react/libraries/menu-position"]

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
 * Puts the bundled library in the place of each compiled module of the screens. npm would install the libraries, and
 * React beside two of them, for applications without React, too.
 */
export const bundleScreenLibraries = async () => {
  for (const module of ofScreens) {
    await bundle({
      target: "es2022",
      license: { fileName: `${basename(module)}.${license.fileName}` },
      outDir: join("dist", dirname(module)),
      rolldownOptions: {
        input: join("dist", `${module}.js`),
        external: isExternal,
        output: { entryFileNames: `${basename(module)}.js` }
      }
    })
  }
}

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
