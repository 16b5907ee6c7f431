/** The manifest and the lockfile of the package. */
import { existsSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { packageEntries } from "../../scripts/build/entries.mjs"

const root = new URL("../../", import.meta.url)
const Manifest = Schema.Struct({
  files: Schema.Array(Schema.String),
  scripts: Schema.Record(Schema.String, Schema.String),
  dependencies: Schema.Record(Schema.String, Schema.String),
  publishConfig: Schema.Struct({ access: Schema.String, provenance: Schema.Boolean })
})
const Lock = Schema.Struct({
  packages: Schema.Record(
    Schema.String,
    Schema.Struct({
      dev: Schema.optionalKey(Schema.Boolean),
      peer: Schema.optionalKey(Schema.Boolean),
      hasInstallScript: Schema.optionalKey(Schema.Boolean),
      integrity: Schema.optionalKey(Schema.String),
      link: Schema.optionalKey(Schema.Boolean)
    })
  )
})
const Paths = Schema.Struct({
  compilerOptions: Schema.Struct({ paths: Schema.Record(Schema.String, Schema.Array(Schema.String)) })
})
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, root), "utf8"))
const manifest = Schema.decodeUnknownSync(Manifest)(read("package.json"))
const { packages } = Schema.decodeUnknownSync(Lock)(read("package-lock.json"))
const shipped = Object.entries(packages).filter(
  ([path, { dev, peer }]) => path.startsWith("node_modules/") && !dev && !peer
)

describe("the package", () => {
  it("has no install scripts, and neither have its dependencies", () => {
    for (const name of ["preinstall", "install", "postinstall", "prepare"]) assert.notProperty(manifest.scripts, name)
    assert.deepStrictEqual(
      shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path),
      []
    )
  })

  it("has few dependencies, with caret ranges and integrity hashes", () => {
    assert.isAtMost(Object.keys(manifest.dependencies).length, 2)
    assert.isAtMost(shipped.length, 2)
    for (const range of Object.values(manifest.dependencies)) assert.match(range, /^\^\d+\.\d+\.\d+$/)
    for (const [path, { integrity }] of shipped) assert.match(integrity ?? "", /^sha512-/, path)
  })

  it("contains only listed files, without build output of the examples", () => {
    const isLeftOut = (file: string) => file.startsWith("!examples/")
    const listed = manifest.files.filter((file) => !isLeftOut(file))
    assert.deepStrictEqual(listed, ["dist", "docs", "examples", "README.md", "CHANGELOG.md", "LICENSE"])
  })

  it("is published with provenance and a bill of materials", () => {
    assert.deepStrictEqual(manifest.publishConfig, { access: "public", provenance: true })
    assert.include(manifest.scripts["prepack"], "scripts/build/bill-of-materials.mjs")
  })

  it("has a source for each entry, which the tests and the compiler take for it", () => {
    const { paths: all } = Schema.decodeUnknownSync(Paths)(read("tsconfig.json")).compilerOptions
    // The paths of an application of shadcn/ui, whose components are in examples/shadcn.
    const paths = Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith("@/")))
    const modules = packageEntries().filter(({ source }) => source === undefined || /\.tsx?$/.test(source))
    assert.deepStrictEqual(Object.fromEntries(modules.map(({ name, source }) => [name, [`./${source}`]])), paths)
    // Modules of Next are resolved by its bundler, which takes the file for bundlers. Node gets the devtools of
    // production, which import nothing.
    const loadedByNode = modules.filter(({ name }) => name !== "keystile/next" && name !== "keystile/devtools")
    for (const { forNode, name } of loadedByNode) assert.isDefined(forNode, `${name} has no file for Node`)
  })

  it("names scripts and files that exist", () => {
    const programs = Object.values(manifest.scripts).flatMap((command) => command.match(/\S+\.(?:mjs|ts)\b/g) ?? [])
    const listed = manifest.files.filter((file) => file !== "dist" && !file.startsWith("!"))
    assert.isAbove(programs.length, 10)
    for (const file of [...programs, ...listed]) assert.isTrue(existsSync(new URL(file, root)), file)
  })
})
