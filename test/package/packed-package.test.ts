/**
 * The package as its users have it: its content, its types, and that it works where nothing else is. The command is
 * used from an empty folder. With KEYSTILE_INSTALL the package is also installed from the registry, its command is used
 * on Node 22 and 24, Bun and Deno, and its client, server and verify entries on these and on workerd.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { checkApi } from "../../scripts/api/report.mjs"
import { type Service, startService } from "../../scripts/demo/service.mjs"
import { packageEntries } from "../../scripts/build/entries.mjs"
import {
  buildDevtools,
  buildDevtoolsWithWebpack,
  buildSnapshot,
  bundlePage,
  checkTypes,
  entriesProgram,
  installPackage,
  linkPackage,
  runBundled,
  runClients,
  runClientsInWorker,
  runInVitest,
  runOnNode,
  sizeOfInstallation
} from "./consumer.mjs"
import { billFaults, deadLinks, licenseFaults, lint, privatePaths, fileFaults, typeFaults } from "./contents.mjs"
import { pack, root, type Packed } from "./pack.mjs"
import { checkCommand } from "./packed-command.mjs"
import { checkDockerfile } from "./deployment.ts"
import { installRuntimes, type Runtime, thisRuntime } from "./runtimes.mjs"
import { usePage } from "./runtimes-page.mjs"
import { addWithShadcn } from "./shadcn.mjs"
import { installWorkerd } from "./workerd.mjs"

const work = mkdtempSync(join(tmpdir(), "keystile-package-"))
let packed: Packed
beforeAll(() => {
  packed = pack(work)
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** Returns the folders of the package, unpacked alone and installed in an application. */
const foldersIn = (application: string) => ({
  unpacked: packed.folder,
  installed: join(application, "node_modules", packed.manifest.name)
})

describe("the packed package", () => {
  it("contains the build of the sources and nothing else", () => expect(fileFaults(packed)).toEqual([]))
  it("contains no path of the machine that built it", () => expect(privatePaths(packed)).toEqual([]))
  it("has a bill of materials of everything that it bundles and installs", () => expect(billFaults(packed)).toEqual([]))
  it("has the license of each bundled package", () => expect(licenseFaults(packed)).toEqual([]))
  it("has no dead links in its documentation", () => expect(deadLinks(packed)).toEqual([]))
  it("passes publint", async () => expect(await lint(packed)).toEqual([]))
  it("passes arethetypeswrong", () => expect(typeFaults(packed)).toEqual(""))
  it("has the API of the report, which `npm run api` writes, with a doc comment on each export", () =>
    expect(checkApi(join(root, "dist"), { write: false })).toEqual({ faults: [], isChanged: false, undocumented: [] }))
  it("has every entry imported by test/package/entries.ts", () => {
    const program = entriesProgram()
    expect(packageEntries().flatMap(({ name }) => (program.includes(`"${name}"`) ? [] : [name]))).toEqual([])
  })
})

describe("the package in an application with only the declared dependencies", () => {
  const folder = join(work, "linked")
  beforeAll(() => linkPackage(packed, folder))

  it.each(["nodenext", "bundler"] as const)("has types under moduleResolution %s", (resolution) =>
    checkTypes(folder, resolution)
  )
  it("works on Node", () => void runOnNode(folder, process.execPath))
  it("works in Vitest", () => void runInVitest(folder))
  it("works in a server bundle", () => runBundled(folder))
  it("works in a page that Vite builds", () => bundlePage(folder))
  it("puts the settings of a project into a page that Vite builds", () => void buildSnapshot(folder))
  it("has devtools that add nothing to a build for production", () => void buildDevtools(folder))
  it("has a command that works in an empty folder", () =>
    checkCommand(foldersIn(folder), join(work, "command"), thisRuntime()))
})

describe.skipIf(process.env["KEYSTILE_INSTALL"] === undefined)("the package installed from the registry", () => {
  const folder = join(work, "installed")
  beforeAll(() => installPackage(packed, folder))

  it("has types", () => checkTypes(folder, "nodenext"))
  it("works in a page that Vite builds", () => bundlePage(folder))
  it("has components that `shadcn add` copies into an application", async () =>
    expect(await addWithShadcn(folder, join(work, "shadcn"))).toEqual([]))
  it("has devtools that add nothing to a build of webpack for production", () =>
    void buildDevtoolsWithWebpack(folder, join(work, "webpack")))
  it("is at most 10 packages and 75 MB with Effect and React", () =>
    void sizeOfInstallation(packed, join(work, "with-screens")))
  it("runs as the Dockerfile of the deployment example says", () => {
    const image = join(work, "image")
    mkdirSync(image)
    return checkDockerfile(packed, image)
  })
})

describe.skipIf(process.env["KEYSTILE_INSTALL"] === undefined)(
  "the installed package on the supported runtimes",
  () => {
    const folder = join(work, "on-runtimes")
    let service: Service
    let runtimes: ReadonlyArray<Runtime>
    let workerd: string
    beforeAll(async () => {
      installPackage(packed, folder)
      runtimes = installRuntimes(work)
      workerd = installWorkerd(work)
      // NODE_ENV of this project is production.
      service = await startService({ port: 0, db: ":memory:", args: ["--force"] })
    })
    afterAll(() => service?.stop())

    it("has client, server and verify entries that work", async () => {
      for (const runtime of runtimes) {
        expect(runClients(folder, runtime, service), runtime.name).toBe("works")
        if (runtime.isNode) runOnNode(folder, runtime.command[0])
      }
      expect(await runClientsInWorker(folder, workerd, service), "workerd").toBe("works")
    })
    it("serves an application as docs/runtimes.md says", async () =>
      expect(await usePage(folder, { runtimes, service, workerd })).toEqual(["bun", "deno", "workerd"]))
    it("has a command that works", async () => {
      for (const runtime of runtimes) {
        await checkCommand(foldersIn(folder), join(work, `command-${runtime.name}`), runtime)
      }
    })
  }
)
