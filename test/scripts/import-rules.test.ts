/**
 * The import rules of `.dependency-cruiser.mjs` find violations, and the style sheets and file names of the repository
 * keep theirs.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { cruise } from "dependency-cruiser"
import { transform } from "lightningcss"
import { afterEach, describe, expect, it } from "vitest"
import configuration from "../../.dependency-cruiser.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const roots: Array<string> = []

afterEach(() => {
  for (const folder of roots.splice(0)) rmSync(folder, { recursive: true })
})

/**
 * The violations in a repository with these files, `effect` among its peer dependencies and `vite` among the dev
 * dependencies.
 */
const violations = async (files: Readonly<Record<string, string>>): Promise<ReadonlyArray<string>> => {
  const folder = mkdtempSync(join(tmpdir(), "keystile-imports-"))
  roots.push(folder)
  const packages = { effect: "4", "@effect/platform-node": "4", nodemailer: "10", vite: "8" }
  const manifest = { name: "keystile", peerDependencies: { effect: "4" }, devDependencies: packages }
  const installed = Object.keys(packages).flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "index.js" })],
    [`node_modules/${name}/index.js`, ""]
  ])
  for (const [path = "", text = ""] of [
    ["package.json", JSON.stringify(manifest)],
    ...installed,
    ...Object.entries(files)
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { options, ...ruleSet } = configuration
  const { enhancedResolveOptions, ...cruiseOptions } = options ?? {}
  const sources = [...new Set(Object.keys(files).flatMap((file) => file.split("/")[0] ?? []))]
  const { output } = await cruise(
    sources,
    { ...cruiseOptions, baseDir: folder, ruleSet, validate: true },
    { ...enhancedResolveOptions, bustTheCache: true }
  )
  if (typeof output === "string") throw new Error(output)
  return output.summary.violations.map(({ from, rule, to }) => `${rule.name}: ${from} → ${to}`)
}

describe("The import rules", () => {
  it("pass sources whose imports point one way", async () => {
    expect(
      await violations({
        "look/providers.ts": "export const providers = []",
        "core/call/call.ts": `import "effect"\nimport { api } from "../config.ts"`,
        "core/config.ts": `export const api = 1\nimport "../look/providers.ts"`,
        "core/index.ts": `export * from "./call/call.ts"`,
        "tiers/client.ts": `import { api } from "../core/config.ts"`,
        "react/provider.tsx": `import type { Client } from "../tiers/client.ts"\nexport const x = <p />`,
        "console/main.tsx": `import "../react/provider.tsx"`,
        "service/service.ts": `import { createServer } from "node:http"\nimport { api } from "../core/config.ts"`,
        "cli/main.ts": `import "../service/service.ts"\nimport "../tiers/client.ts"\nimport "vite"`,
        "testing/layer.ts": `export * from "../service/service.ts"\nexport * from "../tiers/client.ts"`,
        "examples/one/main.ts": `import { Client } from "keystile/client"\nimport "./second.ts"`,
        "examples/one/second.ts": "",
        "test/core/config.test.ts": `import { api } from "../../core/config.ts"\nimport "node:fs"`
      })
    ).toEqual([])
  })

  it.each([
    ["a type", `import type { A } from "../service/a.ts"`],
    ["a type in place", `export type B = import("../service/a.ts").A`],
    ["a re-export", `export * from "../service/a.ts"`],
    ["a named re-export", `export { A } from "../service/a.ts"`],
    ["a dynamic import", `export const a = () => import("../service/a.ts")`],
    ["an import for its effects", `import "../service/a.ts"`]
  ])("find an import against the arrows, written as %s", async (_, text) => {
    expect(await violations({ "react/b.ts": text, "service/a.ts": "" })).toEqual([
      "react-imports-only-tiers-and-core-and-look: react/b.ts → service/a.ts"
    ])
  })

  it.each([
    ["look", "core"],
    ["core", "tiers"],
    ["tiers", "react"],
    ["tiers", "adapters"],
    ["adapters", "service"],
    ["react", "console"],
    ["service", "tiers"],
    ["service", "console"],
    ["cli", "react"],
    ["testing", "react"],
    ["core", "test"]
  ])("refuse an import of %s from %s", async (from, to) => {
    expect(await violations({ [`${from}/a.ts`]: `import "../${to}/b.ts"`, [`${to}/b.ts`]: "" })).toEqual([
      expect.stringContaining(`: ${from}/a.ts → ${to}/b.ts`)
    ])
  })

  it.each([
    "development/seed/seed",
    "development/console/page-routes",
    "development/faults/faults",
    "development/service-clock",
    "development/mailbox/mailbox",
    "development"
  ])("refuse the development tool %s in production, also behind another module", async (tool) => {
    const files = {
      "service/production.ts": `import "./context.ts"`,
      "service/context.ts": `export const load = () => import("./${tool}.ts")`,
      [`service/${tool}.ts`]: ""
    }
    expect(await violations(files)).toContain(
      `no-development-tools-in-production: service/production.ts → service/${tool}.ts`
    )
  })

  it.each(["control", "development", "faults", "mailbox", "projects", "requests"])(
    "find a page of owners that loads console/%s through another module",
    async (tool) => {
      const files = {
        "console/owners/main.ts": `import "../users/page.ts"`,
        "console/users/page.ts": `import "../${tool}/tool.ts"`,
        [`console/${tool}/tool.ts`]: ""
      }
      expect(await violations(files)).toContain(
        `no-development-tools-in-owner-pages: console/owners/main.ts → console/${tool}/tool.ts`
      )
    }
  )

  it("find a style sheet that a module imports against the arrows", async () => {
    expect(await violations({ "service/a.ts": `import "../react/styles.css"`, "react/styles.css": "" })).toEqual([
      "service-imports-only-core-and-look: service/a.ts → react/styles.css"
    ])
  })

  it("ignore text that looks like an import", async () => {
    const text = `// import "../tiers/b.ts"\nexport const text = 'import "../tiers/b.ts"'`
    expect(await violations({ "core/a.ts": text, "tiers/b.ts": "" })).toEqual([])
  })

  it("keep Node out of browsers", async () => {
    const text = `import { readFileSync } from "node:fs"\nimport path from "path"\nimport "@effect/platform-node"`
    expect(await violations({ "tiers/a.ts": text })).toEqual(
      expect.arrayContaining([
        "no-node-in-browsers: tiers/a.ts → fs",
        "no-node-in-browsers: tiers/a.ts → path",
        "no-platform-package-in-browsers: tiers/a.ts → node_modules/@effect/platform-node/index.js"
      ])
    )
  })

  it("let only the service import the libraries that the build bundles with it", async () => {
    expect(await violations({ "service/a.ts": `import "nodemailer"` })).toEqual([])
    expect(await violations({ "core/a.ts": `import "nodemailer"`, "react/a.ts": `import "nodemailer"` })).toHaveLength(
      2
    )
  })

  it("find a dev dependency in shipped code", async () => {
    expect(await violations({ "service/a.ts": `import { build } from "vite"` })).toEqual([
      "no-dev-dependency-in-shipped-code: service/a.ts → node_modules/vite/index.js"
    ])
  })

  it("find an index in sources, except in an index and where the whole list is needed", async () => {
    expect(
      await violations({
        "core/api/index.ts": `export * from "./teams.ts"`,
        "core/api/teams.ts": "",
        "core/api/endpoints.ts": `import * as resources from "./index.ts"`,
        "core/index.ts": `export * from "./api/index.ts"`,
        "tiers/calls.ts": `import "../core/api/index.ts"`
      })
    ).toEqual(["no-index-in-sources: tiers/calls.ts → core/api/index.ts"])
  })

  it("let an example import its own files and the package by its name only", async () => {
    expect(await violations({ "examples/one/main.ts": `import "../../core/a.ts"`, "core/a.ts": "" })).toEqual([
      "examples-import-only-their-own-files: examples/one/main.ts → core/a.ts"
    ])
  })

  it("find an import by the package's name, and an import of a missing file", async () => {
    expect(await violations({ "tiers/a.ts": `import "keystile"\nimport "../core/b.ts"` })).toEqual([
      "imports-of-sources-resolve: tiers/a.ts → ../core/b.ts",
      "imports-of-sources-resolve: tiers/a.ts → keystile"
    ])
  })

  it("find folders that import each other in a cycle", async () => {
    const found = await violations({
      "core/api/a.ts": `import "../http/b.ts"`,
      "core/http/b.ts": `import "../session/c.ts"`,
      "core/session/c.ts": `import type { A } from "../api/d.ts"`,
      "core/api/d.ts": ""
    })
    expect(found).toContain("no-cycle-of-folders: core/api → core/http")
  })

  it("find files that import each other in a cycle, even if only a type closes it", async () => {
    expect(
      await violations({
        "react/screens/card.tsx": `import { text } from "./text.ts"`,
        "react/screens/text.ts": `import type { CardProps } from "./card.tsx"`
      })
    ).toContain("no-cycle-of-files: react/screens/card.tsx → react/screens/text.ts")
  })

  it("let a module that is loaded on demand import the file that loads it", async () => {
    expect(
      await violations({
        "react/screens/card.tsx": `const load = () => import("./text.ts")`,
        "react/screens/text.ts": `import type { CardProps } from "./card.tsx"`
      })
    ).toEqual([])
  })

  it("let an app import the admin app", async () => {
    expect(
      await violations({
        "tiers/promise/server-app.ts": `import type { AdminApp } from "./admin-app.ts"`,
        "tiers/promise/admin-app.ts": `import { ServerApp } from "./server-app.ts"`
      })
    ).toEqual([])
  })
})

const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\0")
  .filter((file) => existsSync(join(root, file)))

describe("A style sheet", () => {
  /** The folders whose style sheets the sheets of a folder may import. */
  const allowed: Readonly<Record<string, ReadonlyArray<string>>> = {
    console: ["console", "react", "look"],
    look: ["look"],
    react: ["react", "look"]
  }
  const importsOf = (file: string, code: string) => {
    const { dependencies } = transform({ filename: file, code: Buffer.from(code), analyzeDependencies: true })
    return (dependencies ?? []).flatMap((one) => (one.type === "import" ? [join(dirname(file), one.url)] : []))
  }
  const isAgainstTheArrows = (file: string, code: string) => {
    const folders = allowed[file.split("/")[0] ?? ""] ?? []
    return importsOf(file, code).some((target) => !folders.includes(target.split(sep)[0] ?? ""))
  }

  it("imports the sheets of the folders that its own may import from", () => {
    const sheets = files.filter((file) => /^(?:look|react|console|service)\/.*\.css$/.test(file))
    expect(sheets).toContain("console/styles/console.css")
    expect(sheets.filter((file) => isAgainstTheArrows(file, readFileSync(join(root, file), "utf8")))).toEqual([])
  })

  it("is found when it imports against the arrows", () => {
    expect(isAgainstTheArrows("look/tokens.css", `@import "../react/styles.css";`)).toBe(true)
    expect(isAgainstTheArrows("react/a.css", `@import url("../console/styles/console.css") layer(a);`)).toBe(true)
    expect(isAgainstTheArrows("react/a.css", `@import "../look/tokens.css";`)).toBe(false)
  })
})

describe("The name of a source", () => {
  const empty = /(?:^|[/_.-])(?:utils?|helpers?|common|misc|managers?|base)(?=$|[/_.-])/
  const isEmpty = (file: string) => empty.test(file.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase())

  it("has none of the words that describe no content", () => {
    const sources =
      /^(?:look|core|tiers|react|console|service|cli|testing|examples|test|bench|scripts)\/.*\.[mc]?[jt]sx?$/
    // Errors that are common to all calls: a full name.
    const full = "core/errors/common-errors.ts"
    expect(files.filter((file) => sources.test(file) && isEmpty(file))).toEqual([full])
  })

  it.each([
    "core/utils.ts",
    "core/http/url-helpers.ts",
    "service/common/a.ts",
    "react/TokenManager.tsx",
    "test/base.ts"
  ])("is refused: %s", (file) => expect(isEmpty(file)).toBe(true))

  it("may contain such a word in a longer one", () => {
    expect(["service/database.ts", "core/base64url.ts"].filter(isEmpty)).toEqual([])
  })
})
