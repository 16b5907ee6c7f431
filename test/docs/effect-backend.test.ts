/** Runs `storeSession` of docs/effect-backend.md in an API, with a service on a port. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { vi } from "vitest"
import { layerTest, listen, ProjectKeys } from "../../service/index.ts"
import * as Client from "../../tiers/client.ts"
import * as Server from "../../tiers/server.ts"
import * as Auth from "../../tiers/verify/http-api/index.ts"
import * as Verify from "../../tiers/verify/index.ts"
import { serveApi } from "../tiers/verify/serve-api.ts"
import { emptyFolder, readPage } from "./page-programs.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const project = { id: "11111111-1111-4111-8111-111111111111", displayName: "Test", users: [ada] }

class Api extends HttpApi.make("api").add(
  HttpApiGroup.make("me").add(
    HttpApiEndpoint.get("token", "/token", { success: Schema.String }).middleware(Auth.UserRequired)
  )
) {}

/** The program of the page that exports `storeSession`. */
const recipe = readPage("effect-backend.md")
  .split(/^```(?:ts)?\n/m)
  .find((block) => block.includes("export const storeSession"))

const loadRecipe = Effect.flatMap(emptyFolder, (folder) => {
  const file = join(folder, "store-session.ts")
  writeFileSync(file, recipe ?? "")
  return Effect.promise(
    (): Promise<{ readonly storeSession: Effect.Effect<void, never, Auth.CurrentSession> }> =>
      import(/* @vite-ignore */ pathToFileURL(file).href)
  )
})

describe("storeSession of docs/effect-backend.md", () => {
  it.live("stores the token of the handler, also where the service has refused one that has not expired", () =>
    Effect.gen(function* () {
      const { url } = yield* listen({ port: 0 })
      const [keys] = yield* (yield* ProjectKeys).list
      const { publishableClientKey = "", secretServerKey = "" } = keys ?? {}
      const options = { projectId: project.id, publishableClientKey, secretServerKey, baseUrl: url }
      vi.stubEnv("NEXT_PUBLIC_STACK_API_URL", url)
      vi.stubEnv("NEXT_PUBLIC_STACK_PROJECT_ID", project.id)
      vi.stubEnv("NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY", publishableClientKey)
      vi.stubEnv("STACK_SECRET_SERVER_KEY", secretServerKey)
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.unstubAllEnvs()))

      const { storeSession } = yield* loadRecipe
      const Me = HttpApiBuilder.group(Api, "me", (handlers) =>
        handlers.handle("token", () =>
          Effect.gen(function* () {
            yield* storeSession
            const { tokens } = yield* Auth.CurrentSession
            return tokens.accessToken === null ? "" : Redacted.value(tokens.accessToken)
          })
        )
      )
      const get = yield* serveApi(
        HttpApiBuilder.layer(Api).pipe(
          Layer.provide(Me),
          Layer.provide(Auth.layerUser),
          Layer.provide([
            Verify.layerSessions({ ...options, includeRestricted: true }),
            Server.layer({ ...options, tokenStore: null })
          ]),
          Layer.provide(HttpServer.layerServices)
        )
      )
      const client = yield* Client.make({ ...options, tokenStore: "memory" })
      yield* client.signInWithCredential(ada)
      const { accessToken, refreshToken } = yield* client.tokens
      assert(accessToken !== null && refreshToken !== null)
      const [access, refresh] = [Redacted.value(accessToken), Redacted.value(refreshToken)]
      const pair = encodeURIComponent(JSON.stringify([refresh, access]))
      const headers = { cookie: `stack-refresh-${project.id}=${refresh}; stack-access=${pair}` }
      const before = yield* get("/token", headers)
      assert.deepStrictEqual([before.json, before.headers.getSetCookie()], [access, []])

      const { users } = yield* Server.make({ ...options, tokenStore: null })
      yield* users.update((yield* client.getUser)?.id ?? "", { restrictedByAdmin: true })
      const after = yield* get("/token", headers)
      assert.notStrictEqual(after.json, access)
      const [cookie = "", ...others] = after.headers.getSetCookie()
      assert.isEmpty(others)
      assert.include(decodeURIComponent(cookie), `stack-access=["${refresh}","${String(after.json)}"]`)
      assert.strictEqual(after.headers.get("cache-control"), "private, no-store")
    }).pipe(Effect.scoped, Effect.provide(layerTest({ seed: { projects: [project] } })))
  )
})
