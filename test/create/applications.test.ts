/**
 * The application of each template: created by the packed `create-keystile`, installed from the registry with the
 * packed `keystile`, type-checked, and used in Chromium, as `npm run dev` runs it and built for production.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { templates } from "../../create/templates.ts"
import { freePort } from "../free-port.mjs"
import { npm, pack, packCreate, type Packed } from "../package/pack.mjs"
import { useApplication } from "./journey.mjs"
import { type Ports, startProduction, startScript } from "./run-application.mjs"

const work = mkdtempSync(join(tmpdir(), "keystile-applications-"))
let keystile: Packed
let create: Packed

beforeAll(async () => {
  const folders = ["keystile", "create"].map((name) => join(work, name))
  for (const folder of folders) mkdirSync(folder)
  const [ofKeystile = "", ofCreate = ""] = folders
  keystile = pack(ofKeystile)
  create = await packCreate(ofCreate)
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

const TITLE = "Fernhill Notes"

/** Creates an application as `npm create` does, and installs it with the packed `keystile`. */
const createApplication = (template: string) => {
  const parent = join(work, template)
  mkdirSync(parent)
  const args = ["fernhill-notes", "--template", template, "--no-install"]
  npm(["exec", "--yes", "--package", create.tarball, "--", "create-keystile", ...args], parent)
  const folder = join(parent, "fernhill-notes")
  npm(["install", "--include=dev", keystile.tarball], folder)
  return folder
}

/** Replaces the ports of a template by free ones: several runs share a machine. */
const usePorts = async (folder: string, url: string): Promise<Ports> => {
  const [application, service] = [await freePort(), await freePort()]
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), "utf8")))
  edit("package.json", (text) => {
    const { scripts, ...manifest } = JSON.parse(text)
    const dev = scripts.dev
      .replace("keystile dev", `keystile dev --port ${service}`)
      .replace(/("?)$/, ` --port ${application}$1`)
    return JSON.stringify({ ...manifest, scripts: { ...scripts, dev } }, null, 2)
  })
  edit(".env", (text) =>
    text.replaceAll("localhost:8102", `localhost:${service}`).replaceAll(new URL(url).host, `localhost:${application}`)
  )
  return { application, service }
}

describe("The application that npm create keystile creates", () => {
  it.each(templates.map(({ id, url }) => [id, url] as const))("%s works", async (template, url) => {
    const folder = createApplication(template)
    const ports = await usePorts(folder, url)
    npm(["run", "typecheck"], folder)
    for (const start of [startScript, startProduction]) {
      const running = await start(folder, ports)
      try {
        await useApplication(running.url, TITLE)
      } catch (failure) {
        expect.fail(`${failure instanceof Error ? failure.message : failure}\n${running.output().slice(-6000)}`)
      } finally {
        await running.stop()
      }
      expect(running.output()).not.toMatch(/(?<![\w/-])(?:error|warn(?:ing)?|deprecated|unhandled|failed|⚠)(?![\w-])/i)
    }
  })
})
