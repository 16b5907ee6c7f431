// @ts-check
// Minifies the chunks of the service and of the screens in the build for Node, which are half of it. The tiers and the
// adapters stay readable.

import { sep } from "node:path"
import { minify, parseSync } from "vite"

/** Stack traces and components in warnings of React have the names of the sources. */
const keepNames = { function: true, class: true }

/**
 * Minifies the chunks that contain a module of the service or of the screens, and writes one statement a line. Node
 * prints the line of an uncaught error, which would otherwise be the whole file.
 *
 * @returns {import("vite").Plugin}
 */
export const minifiedService = () => ({
  name: "keystile:minified-service",
  // After the last step of the bundler, which prints each chunk with line breaks and indentation.
  async generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "chunk" || !file.moduleIds.some(isMinified)) continue
      const { code, errors } = await minify(file.fileName, file.code, {
        module: true,
        compress: { target: "node22", keepNames, joinVars: false },
        mangle: { toplevel: true, keepNames },
        codegen: { removeWhitespace: true }
      })
      if (errors.length > 0) throw new Error(`${file.fileName}: ${errors[0]?.message}`)
      file.code = inLines(file.fileName, code)
    }
  }
})

/** @param {string} id */
const isMinified = (id) => /\/dist\/(?:react|service)\//.test(id.replaceAll(sep, "/"))

/** @param {string} name @param {string} code */
const inLines = (name, code) =>
  parseSync(name, code)
    .program.body.map(({ end, start }) => `${code.slice(start, end)}\n`)
    .join("")
