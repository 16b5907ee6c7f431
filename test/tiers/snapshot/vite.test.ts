/** Builds pages with Vite and the plugin of `keystile/vite`, against the embedded service. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { build, createServer, type Plugin } from "vite"
import { describe, expect, it, onTestFinished } from "vitest"
import { sourceAliases } from "../../../scripts/build/entries.mjs"
import { RequestLog } from "../../../testing/index.ts"
import { keystileSnapshot } from "../../../tiers/snapshot/vite.ts"
import { startService } from "../start-service.ts"

const id = "11111111-1111-4111-8111-111111111111"

const start = async () => {
  const { context, optionsOf } = await startService({ projects: [{ id, displayName: "</script><script>" }] })
  const { baseUrl, projectId, publishableClientKey, secretServerKey } = optionsOf(id)
  const requests = () =>
    Effect.runPromise(
      Effect.flatMap(RequestLog, ({ entries }) => entries).pipe(
        Effect.provideContext(context),
        Effect.map((all) => all.length)
      )
    )
  return { options: { baseUrl, projectId, publishableClientKey }, requests, secretServerKey }
}

/** Returns the options of Vite for an application with one module, which exports the snapshot. */
const application = (plugins: ReadonlyArray<Plugin>) => {
  const root = mkdtempSync(join(tmpdir(), "keystile-vite-"))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, "main.js"), `export { snapshot } from "keystile/snapshot"\n`)
  return { configFile: false as const, root, logLevel: "silent" as const, plugins: [...plugins] }
}

/** Returns the code of a build, for browsers or for servers. */
const codeOf = async (config: ReturnType<typeof application>, ssr = false) => {
  const input = join(config.root, "main.js")
  const result = await build({
    ...config,
    build: { ssr, write: false, minify: false, rolldownOptions: { input, preserveEntrySignatures: "strict" } }
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ("output" in one ? one.output : []))
  return outputs.flatMap((output) => (output.type === "chunk" ? [output.code] : [])).join("\n")
}

const snapshotIn = async (code: string): Promise<unknown> => {
  const { snapshot } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return snapshot
}

describe("a build with the plugin for Vite", () => {
  it("contains the public settings of the project, and no secret", async () => {
    const { options, secretServerKey } = await start()
    const code = await codeOf(application([keystileSnapshot(options)]))
    expect(await snapshotIn(code)).toMatchObject({
      version: 1,
      projectId: id,
      session: null,
      revalidate: true,
      project: { display_name: "</script><script>", config: { credential_enabled: true } }
    })
    expect(code).not.toContain("</script")
    expect(code).not.toContain(secretServerKey)
    expect(code).not.toContain("ssk_")
  })

  it("has the same settings for browsers and for servers, by one request", async () => {
    const { options, requests } = await start()
    const config = application([keystileSnapshot(options)])
    const [forBrowsers, forServers] = [await codeOf(config), await codeOf(config, true)]
    expect(await snapshotIn(forServers)).toEqual(await snapshotIn(forBrowsers))
    expect(await requests()).toBe(1)
  })

  it("fails and names the options to check, and requests the settings again the next time", async () => {
    const { options, requests } = await start()
    const config = application([keystileSnapshot({ ...options, publishableClientKey: "pck_other" })])
    for (const attempt of [1, 2]) {
      await expect(codeOf(config)).rejects.toThrow("Check the option projectId and the option publishableClientKey.")
      expect(await requests()).toBe(attempt)
    }
    await expect(codeOf(application([keystileSnapshot({ projectId: id })]))).rejects.toThrow(
      "Pass the option publishableClientKey or set NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY."
    )
  })
})

describe("the development server of Vite", () => {
  it("has no snapshot, and sends no request", async () => {
    const { options, requests } = await start()
    const config = application([keystileSnapshot(options)])
    const server = await createServer({
      ...config,
      resolve: { alias: sourceAliases() },
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, ws: false }
    })
    onTestFinished(() => server.close())
    const { snapshot } = await server.ssrLoadModule("/main.js")
    expect(snapshot).toBeNull()
    expect(await requests()).toBe(0)
  })
})
