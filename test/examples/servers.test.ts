/**
 * The examples that render on a server: each is installed from the registry with the packed package, built for
 * production, started beside the embedded service, and used in Chromium. The example for phones is type-checked and
 * bundled.
 */
import { globSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, startService } from "../../scripts/demo/service.mjs"
import { freePort } from "../free-port.mjs"
import { pack, run } from "../package/pack.mjs"
import { walk } from "./servers/journey.mjs"
import { build, environmentOf, install, start, traits } from "./servers/program.mjs"

const work = mkdtempSync(join(tmpdir(), "keystile-examples-"))
let service: Service
let tarball: string

beforeAll(async () => {
  service = await startService({ port: 0, db: ":memory:" })
  tarball = pack(work).tarball
})
afterAll(async () => {
  await service?.stop()
  rmSync(work, { recursive: true, force: true })
})

describe("The examples that render on a server", () => {
  it.each(Object.entries(traits))("%s works as a copy of its own", async (name, itsTraits) => {
    const folder = join(work, name)
    install(name, tarball, folder)
    build(name, folder, environmentOf(service))
    const running = await start(name, folder, environmentOf(service), await freePort())
    try {
      await walk({ url: running.url, service: service.url, traits: itsTraits })
    } catch (failure) {
      expect.fail(`${failure instanceof Error ? failure.message : failure}\n${running.output().slice(-4000)}`)
    } finally {
      await running.stop()
    }
  })
})

describe("The example for Expo", () => {
  it("has no errors of types, and Metro bundles it for Android", () => {
    const folder = join(work, "expo")
    install("expo", tarball, folder)
    const node = (program: string, ...args: ReadonlyArray<string>) =>
      run(process.execPath, [join(folder, "node_modules", program), ...args], folder, { CI: "1", EXPO_OFFLINE: "1" })
    node("typescript/bin/tsc", "--noEmit")
    node("expo/bin/cli", "export", "--platform", "android")
    expect(globSync("dist/_expo/static/js/android/*.hbc", { cwd: folder })).toHaveLength(1)
  })
})
