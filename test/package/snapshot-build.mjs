// Builds a page with Vite and the plugin of the package, and checks the snapshot in it against the embedded service.
// The argument is the URL of Vite's module.

import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Effect from "effect/Effect"
import { layerTest, listen, ProjectKeys } from "keystile/service"
import { keystileSnapshot } from "keystile/vite"

const { build } = await import(process.argv[2] ?? "vite")
const projectId = "11111111-1111-4111-8111-111111111111"

/** Returns what `keystile/snapshot` exports in a build with these plugins. */
const snapshotWith = async (name, plugins) => {
  const input = join(import.meta.dirname, `${name}.js`)
  const outDir = join(import.meta.dirname, name)
  writeFileSync(input, `export { snapshot } from "keystile/snapshot"\n`)
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: "error",
    publicDir: false,
    plugins,
    build: {
      outDir,
      rolldownOptions: { input, preserveEntrySignatures: "strict", output: { entryFileNames: "page.js" } }
    }
  })
  const { snapshot } = await import(pathToFileURL(join(outDir, "page.js")).href)
  return snapshot
}

const program = Effect.gen(function* () {
  const { url } = yield* listen({ port: 0 })
  const [project] = yield* (yield* ProjectKeys).list
  const { id, publishableClientKey } = project
  const plugin = keystileSnapshot({ baseUrl: url, projectId: id, publishableClientKey })
  const snapshot = yield* Effect.promise(() => snapshotWith("with-plugin", [plugin]))
  assert.deepEqual([snapshot.projectId, snapshot.project.display_name], [projectId, "Test"])
  assert.equal(yield* Effect.promise(() => snapshotWith("without-plugin", [])), null)
})

await Effect.runPromise(
  Effect.scoped(Effect.provide(program, layerTest({ seed: { projects: [{ id: projectId, displayName: "Test" }] } })))
)
process.stdout.write("has a snapshot in a Vite build\n")
