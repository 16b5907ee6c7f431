/** What the check of imports finds, and what it lets pass. */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, describe, expect, it } from "vitest"
import { checkImports } from "../../scripts/check-imports.mjs"

const command = fileURLToPath(new URL("../../scripts/check-imports.mjs", import.meta.url))

const roots: Array<string> = []

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

/** A house with these files, and with `effect` among its dependencies. */
const repository = (files: Record<string, string>) => {
  const root = mkdtempSync(join(tmpdir(), "keystile-imports-"))
  roots.push(root)
  const manifest = { name: "keystile", peerDependencies: { effect: "4" }, devDependencies: { vite: "8" } }
  for (const [path, text] of Object.entries({ "package.json": JSON.stringify(manifest), ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const violations = (files: Record<string, string>) =>
  checkImports(repository(files)).violations.map(({ file, line, message }) => `${file}:${line} ${message}`)

describe("the check of imports", () => {
  it("passes a house whose arrows point one way", () => {
    expect(
      violations({
        "core/index.ts": `export * from "./call/call.ts"`,
        "core/call/call.ts": `import * as Effect from "effect/Effect"\nimport { api } from "../config.ts"`,
        "core/config.ts": "export const api = 1",
        "tiers/client.ts": `import { api } from "../core/index.ts"`,
        "react/provider/keystile-provider.tsx": `import type { Client } from "../../tiers/client.ts"\nexport const x = <p />`,
        "service/service.ts": `import { createServer } from "node:http"\nimport { api } from "../core/config.ts"`,
        "cli/main.ts": `import "../service/service.ts"\nimport "vite"`,
        "testing/index.ts": `export * from "../service/service.ts"\nexport * from "../tiers/client.ts"`,
        "examples/one/main.ts": `import { Client } from "keystile/client"\nimport "./second.ts"`,
        "examples/one/second.ts": "",
        "test/core/config.test.ts": `import { api } from "../../core/config.ts"\nimport "node:fs"`
      })
    ).toEqual([])
  })

  it("finds an import against the arrows and names file, line and rule", () => {
    expect(
      violations({ "core/call.ts": `\nimport { client } from "../tiers/client.ts"`, "tiers/client.ts": "" })
    ).toEqual(["core/call.ts:2 imports tiers/client.ts: core/ may import only look/ besides itself"])
  })

  it.each([
    ["a type", `import type { A } from "../service/a.ts"`],
    ["a type in place", `export type B = import("../service/a.ts").A`],
    ["a re-export", `export * from "../service/a.ts"`],
    ["a named re-export", `export { A } from "../service/a.ts"`],
    ["a dynamic import", `export const a = () => import("../service/a.ts")`],
    ["an import for its effects", `import "../service/a.ts"`]
  ])("finds it written as %s", (_, text) => {
    expect(violations({ "react/b.ts": text, "service/a.ts": "" })).toEqual([
      "react/b.ts:1 imports service/a.ts: react/ may import only tiers/, core/, look/ besides itself"
    ])
  })

  it("does not take text that looks like an import for one", () => {
    expect(
      violations({ "core/a.ts": `// import "../tiers/b.ts"\nexport const text = 'import "../tiers/b.ts"'` })
    ).toEqual([])
  })

  it("keeps Node out of what runs in browsers", () => {
    expect(violations({ "tiers/a.ts": `import { readFileSync } from "node:fs"\nimport path from "path"` })).toEqual([
      `tiers/a.ts:1 imports "node:fs": tiers/ also runs in browsers, so nothing of Node's may be in it`,
      `tiers/a.ts:2 imports "path": tiers/ also runs in browsers, so nothing of Node's may be in it`
    ])
  })

  it("lets the service and the screens import what the build bundles, each in its folder", () => {
    expect(
      violations({ "service/a.ts": `import "nodemailer"`, "react/libraries/form.ts": `import "react-hook-form"` })
    ).toEqual([])
    expect(
      violations({ "core/a.ts": `import "nodemailer"`, "react/form.ts": `import "react-hook-form"` })
    ).toHaveLength(2)
  })

  it("wants every package that users need among the dependencies", () => {
    expect(violations({ "service/a.ts": `import { build } from "vite"` })).toEqual([
      `service/a.ts:1 imports "vite": vite is neither in dependencies nor in peerDependencies, so users would not have it`
    ])
  })

  it("wants examples to import the package by its name", () => {
    expect(violations({ "examples/one/main.ts": `import "../../core/index.ts"`, "core/index.ts": "" })).toEqual([
      "examples/one/main.ts:1 imports core/index.ts: an example imports only its own files and the package by its name, as its readers will"
    ])
  })

  it("wants sources to import each other by path, with an extension that Node finds", () => {
    expect(violations({ "tiers/a.ts": `import "keystile"\nimport "../core/b.js"`, "core/b.ts": "" })).toEqual([
      `tiers/a.ts:1 imports "keystile": sources import each other by relative path, only users go by the package's name`,
      `tiers/a.ts:2 imports "../core/b.js": there is no such file (a source is imported with its own extension, .ts or .tsx)`
    ])
  })

  it("finds folders that import each other in a circle, and shows it", () => {
    expect(
      violations({
        "core/api/a.ts": `import "../http/b.ts"`,
        "core/http/b.ts": `import "../session/c.ts"`,
        "core/session/c.ts": `import type { A } from "../api/a.ts"`
      })
    ).toEqual([
      "core/api/a.ts:1 folders import each other in a circle: core/api → core/http (core/api/a.ts:1) → core/session (core/http/b.ts:1) → core/api (core/session/c.ts:1)"
    ])
  })

  it("finds files of one folder that import each other in a circle, even if only a type closes it", () => {
    expect(
      violations({
        "react/screens/card.tsx": `import { text } from "./parts/text.ts"`,
        "react/screens/parts/text.ts": `import type { CardProps } from "../card.tsx"`
      })
    ).toEqual([
      "react/screens/card.tsx:1 files import each other in a circle: react/screens/card.tsx → react/screens/parts/text.ts (react/screens/card.tsx:1) → react/screens/card.tsx (react/screens/parts/text.ts:1)"
    ])
  })

  it("lets what is loaded later name the file that loads it", () => {
    expect(
      violations({
        "react/screens/card.tsx": `const load = () => import("./parts/text.ts")`,
        "react/screens/parts/text.ts": `import type { CardProps } from "../card.tsx"`
      })
    ).toEqual([])
  })

  it("lets an app name the one that comes with a project of its user", () => {
    expect(
      violations({
        "tiers/promise/server-app.ts": `import type { AdminApp } from "./admin-app.ts"`,
        "tiers/promise/admin-app.ts": `import { ServerApp } from "./server-app.ts"`
      })
    ).toEqual([])
  })

  it.each([
    "core/utils.ts",
    "core/http/url-helpers.ts",
    "service/common/a.ts",
    "react/TokenManager.tsx",
    "test/base.ts"
  ])("refuses the name %s", (file) => {
    expect(violations({ [file]: "" })).toEqual([expect.stringContaining(`${file}:1 is named `)])
  })

  it("lets a word be part of a longer one", () => {
    expect(violations({ "service/database.ts": "", "core/base64url.ts": "" })).toEqual([])
  })

  it("as a command prints each violation and fails", () => {
    const wrong = repository({ "core/a.ts": `import "../cli/b.ts"`, "cli/b.ts": "" })
    const { status, stdout } = spawnSync(process.execPath, [command, wrong], { encoding: "utf8" })
    expect(stdout).toBe("core/a.ts:1 imports cli/b.ts: core/ may import only look/ besides itself\n1 violation\n")
    expect(status).toBe(1)
  })

  it("as a command says that all is well", () => {
    const right = repository({ "core/a.ts": `import "./b.ts"`, "core/b.ts": "" })
    expect(execFileSync(process.execPath, [command, right], { encoding: "utf8" })).toBe(
      "1 import in 2 files: all keep the rules\n"
    )
  })
})
