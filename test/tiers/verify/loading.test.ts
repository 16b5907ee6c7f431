/** `jose` is loaded with the first token that is verified. */
import { assert, describe, it } from "vitest"
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** The modules of `jose` that a fresh process loads for this program. */
const modulesLoadedFor = (program: string): ReadonlyArray<string> => {
  const code = `
    import { registerHooks } from "node:module"
    const loaded = []
    registerHooks({
      load: (url, context, next) => {
        if (url.includes("/node_modules/jose/")) loaded.push(url)
        return next(url, context)
      }
    })
    ${program}
    process.stdout.write(JSON.stringify(loaded))`
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: root,
    encoding: "utf8"
  })
  return JSON.parse(output) as ReadonlyArray<string>
}

const source = (path: string) => JSON.stringify(join(root, path))

describe("jose", () => {
  it("is not loaded by importing any entry", () => {
    const entries = [
      "core/index.ts",
      "tiers/promise/index.ts",
      "tiers/server.ts",
      "tiers/verify/index.ts",
      "tiers/verify/http-api/index.ts"
    ]
    const imports = entries.map((path) => `await import(${source(path)})`).join("\n")
    assert.isEmpty(modulesLoadedFor(imports))
  })

  it("is loaded by the first token with the form of a JWT", () => {
    const verifier = `
      const { createVerifier } = await import(${source("tiers/verify/index.ts")})
      const verifier = createVerifier({ projectId: "1", baseUrl: "http://localhost:1" })`
    assert.isEmpty(modulesLoadedFor(`${verifier}\nawait verifier.verify("no token").catch(() => {})`))
    assert.isNotEmpty(modulesLoadedFor(`${verifier}\nawait verifier.verify("a.b.c").catch(() => {})`))
  })
})
