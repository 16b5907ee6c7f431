/** `create-keystile`, built as it is in its package, and run without a terminal. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { templates } from "../../create/templates.ts"
import { buildCreate } from "../../create/build/create.mjs"
import { emptyFolder, filesIn, packageManagerOf, runCreate, writeFiles } from "./run-create.ts"

const built = mkdtempSync(join(tmpdir(), "keystile-create-package-"))
beforeAll(() => buildCreate(built))
afterAll(() => rmSync(built, { recursive: true, force: true }))

const run = (current: string, args: ReadonlyArray<string>, environment?: Readonly<Record<string, string>>) =>
  runCreate(built, current, args, environment)

/** Creates an application without installing it, and returns its files. */
const createApplication = (template: string, name = "my-app") => {
  const current = emptyFolder()
  const { code, stderr } = run(current, [name, "--template", template, "--no-install"])
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return filesIn(join(current, name))
}

describe("the flags", () => {
  it.each(["--help", "-h"])("%s prints the usage with every template", (flag) => {
    const { code, stderr, stdout } = run(emptyFolder(), [flag])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toContain("npm create keystile@latest")
    for (const { id, title } of templates) expect(stdout).toMatch(new RegExp(`  ${id} +${title.replace("+", "\\+")}:`))
  })

  it("--version prints the version of keystile", async () => {
    const { default: manifest } = await import("../../package.json", { with: { type: "json" } })
    expect(run(emptyFolder(), ["--version"])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" })
  })

  it("--yes uses a default name and template", () => {
    const current = emptyFolder()
    const { code, stdout } = run(current, ["--yes", "--no-install"])
    expect(code).toBe(0)
    expect(stdout).toContain("cd my-app")
    expect(filesIn(join(current, "my-app"))).toHaveProperty(["vite.config.ts"])
  })

  it.each([
    [["--template", "angular"], `There is no template "angular". Choose one of ${templates[0].id}`],
    [["--template", "../../etc"], 'There is no template "../../etc".'],
    [["--template"], "--template"],
    [["--colour"], "--colour"],
    [["--yes=no"], "--yes"],
    [["one", "two"], "Name one application, not 2: one two."]
  ])("%j is refused with what to do", (args, message) => {
    const current = emptyFolder()
    const { code, stderr, stdout } = run(current, args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain(message)
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(filesIn(current)).toEqual({})
  })
})

describe("without a terminal", () => {
  it.each([
    [[], "Give a name and a template"],
    [["my-app"], "Give a template"],
    [["--template", "vite"], "Give a name"]
  ])("%j is refused, since nothing can be asked", (args, message) => {
    const { code, stderr } = run(emptyFolder(), args)
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr).toContain("npm create keystile@latest my-app -- --template vite")
  })
})

describe("the name", () => {
  it.each([
    "",
    " ",
    "../x",
    "..",
    "a/b",
    "/tmp/x",
    "@scope/x",
    "my app",
    " my-app",
    "My-App",
    "café",
    "_x",
    ".x",
    "a:b",
    "a\\b",
    "a\nb",
    "$(id)",
    "<b>",
    "'",
    "node_modules",
    "favicon.ico",
    "http",
    "con",
    "nul.txt",
    "keystile",
    "effect",
    "x".repeat(215),
    "x".repeat(100_000)
  ])("%j is refused with an example of a name", (name) => {
    const current = emptyFolder()
    const { code, stderr, stdout } = run(current, ["--template", "vite", "--no-install", "--", name])
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(/is not a name for an application: .*"my-app"\.\n$/)
    expect(stderr.length).toBeLessThan(400)
    expect(filesIn(current)).toEqual({})
  })

  it.each([
    ["a", "A"],
    ["my-app", "My App"],
    ["shop2", "Shop2"],
    ["shop.example", "Shop Example"],
    ["-", "-"]
  ])("%j is the name of folder and package, and %j what users read", (name, title) => {
    const current = emptyFolder()
    expect(run(current, ["--template", "vite", "--no-install", "--", name]).code).toBe(0)
    const files = filesIn(join(current, name))
    expect(JSON.parse(files["package.json"] ?? "")).toMatchObject({ name, version: "0.0.0", private: true })
    expect(JSON.parse(files["seed.json"] ?? "").projects[0].displayName).toBe(title)
    expect(files["index.html"]).toContain(`<title>${title}</title>`)
  })

  it("may be that of the current folder, by a dot", () => {
    const current = join(emptyFolder(), "larkspur")
    mkdirSync(join(current, ".git"), { recursive: true })
    const { code, stdout } = run(current, [".", "--template", "vite", "--no-install"])
    expect(code).toBe(0)
    expect(stdout).not.toContain("cd ")
    expect(JSON.parse(filesIn(current)["package.json"] ?? "").name).toBe("larkspur")
  })
})

describe("a folder that is in use", () => {
  it.each(["my-app", "."])("is refused and stays as it is, named %j", (name) => {
    const parent = emptyFolder()
    const current = name === "." ? join(parent, "my-app") : parent
    const files = { "package.json": "{}", "src/notes.txt": "Pick the plums", ".env": "SECRET=1" }
    writeFiles(join(parent, "my-app"), files)
    const { code, stderr, stdout } = run(current, [name, "--template", "vite", "--no-install"])
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain("my-app is not empty: it has .env and 2 more. Choose another name")
    expect(filesIn(join(parent, "my-app"))).toEqual(files)
  })

  it("is refused although it has hidden files only", () => {
    const current = emptyFolder()
    writeFiles(current, { "my-app/.npmrc": "" })
    expect(run(current, ["my-app", "--yes"]).stderr).toContain("it has .npmrc.")
  })

  it("may be a file, which is refused and stays as it is", () => {
    const current = emptyFolder()
    writeFileSync(join(current, "my-app"), "plums")
    const { code, stderr } = run(current, ["my-app", "--template", "vite"])
    expect(code).toBe(1)
    expect(stderr).toContain("my-app is a file. Choose another name.")
    expect(filesIn(current)).toEqual({ "my-app": "plums" })
  })

  it.skipIf(process.getuid?.() === 0)("is refused with the reason if it cannot be written", () => {
    const current = emptyFolder()
    chmodSync(current, 0o500)
    const { code, stderr } = run(current, ["my-app", "--yes"])
    expect(code).toBe(1)
    expect(stderr).toMatch(/was not created in .*EACCES/)
  })
})

describe("the package manager", () => {
  it.each(["npm", "pnpm", "yarn", "bun"])("%s installs the packages, and is named in the next steps", (name) => {
    const current = emptyFolder()
    const { code, stdout } = run(current, ["my-app", "--template", "vite"], packageManagerOf(name))
    expect(code).toBe(0)
    expect(filesIn(join(current, "my-app"))[`installed-by-${name}`]).toBe("install development\n")
    expect(stdout).toContain(`${name} run dev`)
    expect(stdout).not.toMatch(/│ {2}\S+ install +│/)
  })

  it("is npm if another program starts it", () => {
    const { stdout } = run(emptyFolder(), ["--yes", "--no-install"], { npm_config_user_agent: "cargo/1.0" })
    expect(stdout).toMatch(/npm install\s[^]*npm run dev/)
  })

  it("may fail: the application is kept, and the message says what to run", () => {
    const current = emptyFolder()
    const { code, stderr } = run(current, ["my-app", "--template", "vite"], packageManagerOf("pnpm", 3))
    expect(code).toBe(1)
    expect(stderr).toContain("`pnpm install` failed: exit code 3.")
    expect(stderr).toContain(`Run \`pnpm install\` in ${join(current, "my-app")}.`)
    expect(filesIn(join(current, "my-app"))).toHaveProperty(["package.json"])
  })

  it("may be missing: the message says what to run", () => {
    const environment = { npm_config_user_agent: "bun/1.0.0", PATH: emptyFolder() }
    const { code, stderr } = run(emptyFolder(), ["my-app", "--template", "vite"], environment)
    expect(code).toBe(1)
    expect(stderr).toContain("`bun install` failed: spawn bun ENOENT.")
  })
})

describe.each(templates.map(({ id }) => id))("the template %s", (template) => {
  it("has scripts, types, one page of README, and leaves out what is not committed", () => {
    const files = createApplication(template)
    const { scripts } = JSON.parse(files["package.json"] ?? "")
    for (const script of ["dev", "build", "typecheck"]) expect(scripts, script).toHaveProperty(script)
    expect(JSON.parse(files["tsconfig.json"] ?? "").compilerOptions).toMatchObject({ strict: true, noEmit: true })
    const readme = (files["README.md"] ?? "").split("\n")
    expect(readme[0]).toBe("# My App")
    expect(readme.length).toBeLessThan(70)
    for (const pattern of ["node_modules/", ".env", "!.env.example", "keystile.db*"])
      expect((files[".gitignore"] ?? "").split("\n")).toContain(pattern)
  })

  it("depends on this version of keystile, and on nothing beside it", async () => {
    const { default: manifest } = await import("../../package.json", { with: { type: "json" } })
    const files = createApplication(template)
    const { dependencies, devDependencies } = JSON.parse(files["package.json"] ?? "")
    expect(dependencies.keystile).toBe(`^${manifest.version}`)
    for (const range of Object.values({ ...dependencies, ...devDependencies }))
      expect(range).toMatch(/^\^?\d+\.\d+\.\d+$/)
    for (const [path, text] of Object.entries(files)) expect(text, path).not.toMatch(/\bTern\b|\]\(\.\.\//)
  })

  it("links to pages that the installed package has", () => {
    const readme = createApplication(template)["README.md"] ?? ""
    const links = Array.from(readme.matchAll(/\]\(node_modules\/keystile\/([^)#]+)/g), ([, path = ""]) => path)
    expect(links.length).toBeGreaterThan(0)
    for (const path of links) expect(statSync(new URL(`../../${path}`, import.meta.url)).isFile(), path).toBe(true)
  })

  it("has settings of its own, in a file that only its owner can read", () => {
    const current = emptyFolder()
    for (const name of ["one", "two"]) expect(run(current, [name, "-t", template, "--no-install"]).code).toBe(0)
    const [one, two] = [filesIn(join(current, "one")), filesIn(join(current, "two"))]
    expect(statSync(join(current, "one", ".env")).mode & 0o777).toBe(0o600)
    if (one["seed.json"] === undefined) return
    const { id, keys } = JSON.parse(one["seed.json"]).projects[0]
    for (const value of [id, keys.publishableClientKey]) {
      expect(one[".env"]).toContain(`=${value}\n`)
      expect(two[".env"]).not.toContain(value)
    }
  })
})
