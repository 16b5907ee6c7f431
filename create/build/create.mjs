// @ts-check
// Builds the package `create-keystile`. It has the version of `keystile`, whose applications it creates, and no
// dependencies: what it needs is bundled.
//
//   node create/build/create.mjs [FOLDER]     default: create/dist

import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { bundle } from "../../scripts/build/bundle.mjs"
import { writeNotices } from "../../scripts/build/notices.mjs"
import { composeTemplate, readManifest, templateIds } from "./compose-template.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const source = join(root, "create")

/**
 * Writes the package into a folder, which is emptied.
 *
 * @param {string} folder
 */
export const buildCreate = async (folder) => {
  rmSync(folder, { force: true, recursive: true })
  mkdirSync(folder, { recursive: true })
  await bundle({
    outDir: folder,
    rolldownOptions: {
      input: join(source, "main.ts"),
      external: [/^node:/],
      output: { entryFileNames: "create-keystile.mjs" }
    }
  })
  writeNotices(root, folder)
  for (const id of templateIds) composeTemplate(id, join(folder, "templates", id))
  for (const file of ["bin.mjs", "README.md"]) copyFileSync(join(source, file), join(folder, file))
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"))
  chmodSync(join(folder, "bin.mjs"), 0o755)
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`)
}

/** The manifest, with what both packages have in common. */
const manifest = () => {
  const { bugs, engines, homepage, license, publishConfig, repository, version } = readManifest(root)
  const { name, ...own } = readManifest(source)
  return { name, version, license, homepage, repository, bugs, ...own, engines, publishConfig }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = join(source, "dist")] = process.argv.slice(2)
  await buildCreate(resolve(folder))
  process.stdout.write(`${resolve(folder)}\n`)
}
