// @ts-check
// Adds the components of the package's shadcn registry to an application with the `shadcn` command.

import { execFile } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { promisify } from "node:util"
import { npm, root, run } from "./pack.mjs"

const SHADCN = "shadcn@4.23.0"
const tsc = join(root, "node_modules", "@typescript", "native", "bin", "tsc")

/** The files that `shadcn init` writes. */
const settings = {
  style: "new-york",
  // Without it, the command removes `"use client"` with the comment below.
  rsc: true,
  tsx: true,
  tailwind: { config: "", css: "src/index.css", baseColor: "neutral", cssVariables: true },
  aliases: {
    components: "@/components",
    utils: "@/lib/utils",
    ui: "@/components/ui",
    lib: "@/lib",
    hooks: "@/hooks"
  }
}

const compilerOptions = {
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2023", "dom", "dom.iterable"],
  jsx: "react-jsx",
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  paths: { "@/*": ["./src/*"] }
}

/** Serves the one response of shadcn's own registry that the command reads for local files: the base color. */
const serveColors = async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" })
    const schemes = { light: {}, dark: {} }
    response.end(
      JSON.stringify({ inlineColors: schemes, cssVars: schemes, inlineColorsTemplate: "", cssVarsTemplate: "" })
    )
  })
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

/**
 * Runs `shadcn add` in an application with the package, and compiles the added files.
 *
 * @param {string} folder of the application
 * @param {string} tools an empty folder for the command
 * @returns {Promise<ReadonlyArray<string>>} the added files that differ from those of the registry
 */
export const addWithShadcn = async (folder, tools) => {
  mkdirSync(tools)
  writeFileSync(join(tools, "package.json"), JSON.stringify({ private: true }))
  npm(["install", SHADCN], tools)
  mkdirSync(join(folder, "src"))
  writeFileSync(join(folder, "src", "index.css"), '@import "tailwindcss";\n')
  writeFileSync(join(folder, "components.json"), JSON.stringify(settings))
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }))
  const registry = "node_modules/keystile/examples/shadcn"
  const { items } = JSON.parse(readFileSync(join(folder, registry, "registry.json"), "utf8"))
  const colors = await serveColors()
  try {
    for (const { name } of items) {
      await promisify(execFile)(
        process.execPath,
        [
          join(tools, "node_modules/shadcn/dist/index.js"),
          "add",
          `./${registry}/r/${name}.json`,
          "--yes",
          "--overwrite"
        ],
        { cwd: folder, env: { ...process.env, REGISTRY_URL: colors.url }, timeout: 120_000 }
      )
    }
  } finally {
    colors.stop()
  }
  run(process.execPath, [tsc, "-p", "tsconfig.json", "--pretty", "false"], folder)
  /** @type {ReadonlyArray<string>} */
  const paths = items.flatMap((/** @type {{ files: ReadonlyArray<{ path: string }> }} */ { files }) =>
    files.map(({ path }) => path)
  )
  const text = (/** @type {string} */ file) => readFileSync(join(folder, file), "utf8").trim()
  return [...new Set(paths)].filter((path) => text(join("src", path)) !== text(join(registry, path)))
}
