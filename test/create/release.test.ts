/** The release: its workflow, and the list of what would be published. */
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { templates } from "../../create/templates.ts"
import { buildCreate } from "../../create/build/create.mjs"
import { joinUnreleased } from "../../scripts/release/changelog.mjs"
import { templateIds } from "../../create/build/compose-template.mjs"
import { lint } from "../package/contents.mjs"
import { npm, root } from "../package/pack.mjs"

const read = (file: string) => readFileSync(join(root, file), "utf8")
const manifest = JSON.parse(read("package.json"))

describe("the workflow of a release", () => {
  const text = read(".github/workflows/release.yml")
  const { concurrency, jobs, on, permissions } = parse(text)
  const { release } = jobs

  it("runs after CI has passed on main, on the commit that was tested, one at a time", () => {
    expect(on).toEqual({
      workflow_run: {
        workflows: [parse(read(".github/workflows/ci.yml")).name],
        branches: ["main"],
        types: ["completed"]
      }
    })
    expect(release.if).toContain("conclusion == 'success'")
    expect(release.if).toContain("event == 'push'")
    expect(release.steps[0].with.ref).toBe("${{ github.event.workflow_run.head_sha }}")
    expect(concurrency).toBe("release")
  })

  it("may publish with provenance, has no token of npm, and names no registry", () => {
    expect(permissions).toEqual({ contents: "read" })
    expect(release.permissions).toEqual({ contents: "write", "pull-requests": "write", "id-token": "write" })
    expect(text).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN|registry-url|https?:/)
    expect(manifest.publishConfig).toEqual({ access: "public", provenance: true })
  })

  it("makes versions and publishes by scripts of this repository", () => {
    const { publish, version } = release.steps.at(-1).with
    for (const command of [publish, version]) expect(manifest.scripts).toHaveProperty([command.replace("npm run ", "")])
  })
})

describe("the changelog of a release", () => {
  const before = "# Changelog\n\nNewest first.\n\n## Unreleased\n\n### Client\n\n- One.\n\n## 0.1.0\n\n- Zero.\n"

  it("has its introduction above the new version, which contains what was unreleased", () => {
    const after = before.replace("# Changelog\n", "# Changelog\n\n## 0.2.0\n\n### Minor Changes\n\n- Two.\n")
    expect(joinUnreleased(before, after)).toBe(
      "# Changelog\n\nNewest first.\n\n## 0.2.0\n\n### Minor Changes\n\n- Two.\n\n### Client\n\n- One.\n\n## 0.1.0\n\n- Zero.\n"
    )
  })

  it("stays as it is without a change", () => expect(joinUnreleased(before, before)).toBe(before))
})

describe("the version", () => {
  it("is in the range of every example", () => {
    for (const file of globSync("examples/*/package.json", { cwd: root })) {
      const { dependencies = {} } = JSON.parse(read(file))
      if ("keystile" in dependencies) expect(dependencies.keystile, file).toBe(`^${manifest.version}`)
    }
  })
})

describe("the package create-keystile", () => {
  const folder = mkdtempSync(join(tmpdir(), "keystile-release-"))
  beforeAll(() => buildCreate(folder))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const own = () => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

  it("has the version, license, engines and provenance of keystile, and no dependencies", () => {
    const { bugs, engines, homepage, license, publishConfig, repository, version } = manifest
    expect(own()).toMatchObject({ bugs, engines, homepage, license, publishConfig, repository, version })
    expect(own()).toMatchObject({ name: "create-keystile", bin: { "create-keystile": "bin.mjs" } })
    for (const field of ["dependencies", "scripts", "private"]) expect(own()).not.toHaveProperty(field)
  })

  it("passes publint", async () => {
    expect(await lint({ folder, manifest: own(), files: [], tarball: "" })).toEqual([])
  })

  it("contains the program, the notices and every template", () => {
    const [packed] = Object.values(JSON.parse(npm(["pack", "--dry-run", "--json"], folder))).flat() as ReadonlyArray<{
      files: ReadonlyArray<{ path: string; mode: number }>
      unpackedSize: number
    }>
    const files = packed?.files.map(({ path }) => path) ?? []
    expect(files.filter((file) => !file.startsWith("templates/"))).toEqual([
      "LICENSE",
      "README.md",
      "THIRD-PARTY-NOTICES.txt",
      "bin.mjs",
      "create-keystile.mjs",
      "package.json"
    ])
    expect((packed?.files.find(({ path }) => path === "bin.mjs")?.mode ?? 0) & 0o111).not.toBe(0)
    for (const { id } of templates)
      for (const file of ["README.md", "package.json", "tsconfig.json", "gitignore", ".env.example"])
        expect(files).toContain(`templates/${id}/${file}`)
    expect(files.filter((file) => /node_modules|\/dist\/|\/\.next\/|\.db|\.env$|\.env\.local/.test(file))).toEqual([])
    expect(packed?.unpackedSize).toBeLessThan(250_000)
  })

  it("offers every template that is composed, and no other", () => {
    expect(templates.map(({ id }) => id).toSorted()).toEqual(templateIds.toSorted())
  })

  it("has the license of everything that it bundles", () => {
    const notices = readFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8")
    for (const name of ["@clack/prompts", "package-manager-detector", "validate-npm-package-name"])
      expect(notices).toContain(`\n${name} `)
  })
})
