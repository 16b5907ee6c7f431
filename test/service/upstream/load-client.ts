/** Loads the published Stack Auth client from its package as a black box, without access to other machines. */
import type * as UpstreamClient from "@stackframe/js"
import { Effect, type Scope } from "effect"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build } from "vite"
import { temporaryFolder } from "../temporary-folder.ts"

export type { UpstreamClient }

const root = fileURLToPath(new URL("../../..", import.meta.url))

/**
 * Loads the client from the node_modules of a folder, by the name under which it is installed. The package is bundled
 * first, since it imports folders, which Node does not resolve.
 */
export const loadUpstreamClient = Effect.fnUntraced(function* (
  name = "@stackframe/js",
  from = root
): Effect.fn.Return<typeof UpstreamClient, never, Scope.Scope> {
  const { folder, path } = yield* temporaryFolder
  return yield* Effect.promise(async () => {
    await build({
      root: from,
      configFile: false,
      publicDir: false,
      logLevel: "error",
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: folder,
        minify: false,
        rolldownOptions: { input: name, output: { entryFileNames: "client.mjs", codeSplitting: false } }
      }
    })
    return await import(pathToFileURL(path("client.mjs")).href)
  })
})

export interface LoopbackGuard {
  /** The number of requests to this machine, after all of them have ended. */
  readonly sent: Effect.Effect<number>
  /** The hosts of rejected requests to other machines. */
  readonly refused: ReadonlyArray<string>
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Restricts `fetch` to this machine until the scope closes. */
export const onlyLoopback: Effect.Effect<LoopbackGuard, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const refused: Array<string> = []
      const original = globalThis.fetch
      const sent: Array<Promise<unknown>> = []
      globalThis.fetch = (input, init) => {
        const { host, hostname } = new URL(input instanceof Request ? input.url : input)
        if (loopback.has(hostname)) {
          const response = original(input, init)
          sent.push(response)
          return response
        }
        refused.push(host)
        return Promise.reject(new TypeError(`This test does not allow requests to ${host}.`))
      }
      return { original, refused, sent }
    }),
    ({ original }) =>
      Effect.sync(() => {
        globalThis.fetch = original
      })
  ),
  ({ refused, sent }) => ({
    refused,
    sent: Effect.promise(() => Promise.allSettled(sent).then((responses) => responses.length))
  })
)
