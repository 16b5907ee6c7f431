/** The guides of the frameworks that render pages on a server, which show every file of their example. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { blocksOf } from "./blocks.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string) => readFileSync(join(root, path), "utf8")

/** Returns the paths of the files that a guide shows whole. */
const filesShownBy = (guide: string): ReadonlyArray<string> =>
  blocksOf(guide, read(`docs/${guide}.md`)).flatMap(({ settings, text }) => {
    const file = settings.get("from")
    return file !== undefined && read(file).trimEnd() === text ? [file] : []
  })

/** Returns the code of an example that a reader writes: generated files and configurations are left out. */
const codeOf = (example: string): ReadonlyArray<string> =>
  globSync(`examples/${example}/{app,src}/**/*.{astro,ts,tsx}`, { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.endsWith(".gen.ts"))
    .sort()

describe.each(["next", "react-router", "tanstack-start", "astro"])("the guide %s", (guide) => {
  it("shows every file of its example", () => {
    const code = codeOf(guide)
    expect(code.length).toBeGreaterThan(5)
    expect(filesShownBy(guide)).toEqual(expect.arrayContaining([...code]))
  })

  it("says where the variables go, and how to install and start", () => {
    const commands = blocksOf(guide, read(`docs/${guide}.md`)).filter(({ language }) => language === "sh")
    const text = commands.map(({ text }) => text).join("\n")
    for (const line of ["npm install keystile effect", "npx keystile dev --db keystile.db", "npm run dev"])
      expect(text).toContain(line)
    expect(text).toContain("NEXT_PUBLIC_STACK_PROJECT_ID=")
  })
})

describe("the files of the guide of React Router", () => {
  it("import each other without an extension, which the settings of create-react-router refuse", () => {
    for (const file of codeOf("react-router")) expect(read(file), file).not.toMatch(/from "\.[^"]*\.tsx?"/)
  })
})

describe("the guide of browser tests", () => {
  it("shows every file that its files import", () => {
    const blocks = blocksOf("browser-tests", read("docs/browser-tests.md"))
    const shown = blocks.flatMap(({ settings }) => settings.get("from") ?? [])
    const imported = blocks.flatMap(({ settings, text }) =>
      [...text.matchAll(/from "(\.[^"]*)"/g)].map(([, path = ""]) => join(settings.get("from") ?? "", "..", path))
    )
    expect(imported.length).toBeGreaterThan(2)
    expect(shown).toEqual(expect.arrayContaining(imported))
  })
})
