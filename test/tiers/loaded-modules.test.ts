/** Modules that each entry of the SDK imports statically. */
import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseSync } from "vite"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The packages' modules behind a source of ours, types aside. */
const packagesLoadedBy = (start: string): ReadonlySet<string> => {
  const packages = new Set<string>()
  const files = new Set([join(root, start)])
  for (const file of files) {
    const { module } = parseSync(file, readFileSync(file, "utf8"))
    const values = [
      ...module.staticImports.flatMap(({ entries, moduleRequest }) =>
        entries.length > 0 && entries.every(({ isType }) => isType) ? [] : [moduleRequest.value]
      ),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ isType, moduleRequest }) => (isType || moduleRequest === null ? [] : [moduleRequest.value]))
      )
    ]
    for (const specifier of values) {
      if (specifier.startsWith(".")) files.add(join(dirname(file), specifier))
      else packages.add(specifier)
    }
  }
  return packages
}

// Each of them takes Node as long to load as all the SDK's own code.
const light = ["tiers/client.ts", "tiers/promise/index.ts", "tiers/verify/index.ts"]

it.each(light)("%s comes without streams and configuration", (entry) => {
  const loaded = packagesLoadedBy(entry)
  assert.include([...loaded], "effect/Effect")
  for (const heavy of ["effect", "effect/Stream", "effect/Config", "effect/ConfigProvider", "effect/Channel"]) {
    assert.isFalse(loaded.has(heavy), heavy)
  }
})

it("the server tier, which returns streams, does not load Effect's Config", () => {
  const loaded = packagesLoadedBy("tiers/server.ts")
  assert.isTrue(loaded.has("effect/Stream"))
  assert.isFalse(loaded.has("effect/Config"))
})
