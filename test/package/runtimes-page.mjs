// @ts-check
// Runs the servers of docs/runtimes.md on Bun, Deno and workerd, and sends them requests.

import assert from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createClientApp } from "../../tiers/promise/index.ts"
import { freePort } from "../free-port.mjs"
import { root } from "./pack.mjs"
import { startServer } from "./server-process.mjs"
import { startWorker } from "./workerd.mjs"

/**
 * @typedef {{ url: string, stop: () => Promise<void> }} Server
 * @typedef {(file: string, variables: Readonly<Record<string, string>>) => Promise<Server>} Start
 */

/**
 * @param {string} folder an application with the package and Hono
 * @param {{ runtimes: ReadonlyArray<import("./runtimes.mjs").Runtime>, workerd: string,
 *   service: import("../../scripts/demo/service.mjs").Service }} options
 * @returns {Promise<ReadonlyArray<string>>} the runtimes on which the servers work
 */
export const usePage = async (folder, { runtimes, service: { project, url }, workerd }) => {
  const page = readFileSync(join(root, "docs", "runtimes.md"), "utf8")
  const files = [...page.matchAll(/^```ts file=(\S+)\n([^]*?)^```$/gm)].map(([, name = "", text = ""]) => {
    writeFileSync(join(folder, name), text)
    return name
  })
  assert.deepEqual(files, ["main.ts", "plain.ts"])
  const options = { baseUrl: url, projectId: project.id, publishableClientKey: project.publishableClientKey }
  const variables = {
    NEXT_PUBLIC_STACK_API_URL: options.baseUrl,
    NEXT_PUBLIC_STACK_PROJECT_ID: options.projectId,
    NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: options.publishableClientKey
  }
  const app = createClientApp({ ...options, tokenStore: "memory" })
  const signedUp = await app.signUpWithCredential({
    email: `noor-${crypto.randomUUID()}@fernhill.example`,
    password: "verdigris-lantern-42",
    verificationCallbackUrl: "http://localhost:3000/verify"
  })
  assert.equal(signedUp.status, "ok")
  const user = await app.getUser({ or: "throw" })
  const { accessToken } = await user.getAuthJson()
  const asUser = { authorization: `Bearer ${accessToken}` }

  /** @type {Array<[string, Start]>} */
  const starts = [
    ...runtimes
      .filter(({ isNode }) => !isNode)
      .map((runtime) => /** @type {[string, Start]} */ ([runtime.name, serveOn(runtime, folder)])),
    ["workerd", (file, variables) => startWorker(workerd, join(folder, file), { flags: ["nodejs_compat"], variables })]
  ]
  for (const [name, start] of starts) {
    for (const file of files) {
      const server = await start(file, variables)
      try {
        if (file === "main.ts") {
          assert.equal(await textOf(server, "/"), "200 Hello, visitor.", name)
          assert.equal(await textOf(server, "/", asUser), "200 Welcome back.", name)
        }
        assert.equal(await textOf(server, "/api/me"), '401 {"error":"Sign in first."}', name)
        assert.equal(await textOf(server, "/api/me", asUser), `200 {"id":"${user.id}"}`, name)
      } finally {
        await server.stop()
      }
    }
  }
  return starts.map(([name]) => name)
}

/** @param {Server} server @param {string} path @param {Record<string, string>} [headers] */
const textOf = async ({ url }, path, headers = {}) => {
  const response = await fetch(`${url}${path}`, { headers })
  return `${response.status} ${await response.text()}`
}

/**
 * Returns how Bun or Deno serves a file.
 *
 * @param {import("./runtimes.mjs").Runtime} runtime
 * @param {string} folder
 * @returns {Start}
 */
const serveOn =
  ({ command: [program = ""], name }, folder) =>
  async (file, variables) => {
    const port = await freePort()
    const args = name === "deno" ? ["serve", "-A", "--host", "127.0.0.1", "--port", String(port), file] : [file]
    return startServer(program, args, { cwd: folder, env: { ...process.env, ...variables, PORT: String(port) }, port })
  }
