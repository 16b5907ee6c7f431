// @ts-check
// Makes the version of a release from the files in `.changeset`: CHANGELOG.md, package.json, package-lock.json, and the
// range of `keystile` in the examples. `create-keystile` has no version of its own.
//
//   node scripts/release/version.mjs

import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { npm, root, run } from "../../test/package/pack.mjs"
import { joinUnreleased } from "./changelog.mjs"

const changelog = join(root, "CHANGELOG.md")
const before = readFileSync(changelog, "utf8")
run(process.execPath, [join(root, "node_modules", "@changesets", "cli", "bin.js"), "version"], root)
writeFileSync(changelog, joinUnreleased(before, readFileSync(changelog, "utf8")))
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
for (const file of globSync("examples/*/package.json", { cwd: root }).map((path) => join(root, path))) {
  const text = readFileSync(file, "utf8")
  writeFileSync(file, text.replace(/("keystile": ")[^"]+"/, `$1^${version}"`))
}
npm(["install", "--package-lock-only", "--ignore-scripts"], root)
