/**
 * Tests the pages of the embedded OAuth providers in a real browser: without JavaScript, under their policy,
 * accessible.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { createServer } from "node:http"
import type { BrowserContextOptions, Page } from "playwright-core"
import { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import { listen } from "../../service/server/listen.ts"
import { layer } from "../../service/development.ts"
import { seedWith } from "../service/fixture.ts"
import { fillField } from "./controls.ts"
import { connectBrowser } from "./fixture.ts"
import { authorizePath } from "../service/resources/oauth/browser.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const seed = seedWith({
  displayName: "Fernhill Orchards",
  config: {
    oauthProviders: OAuthProviderId.literals.map((id) => ({
      type: "standard" as const,
      id,
      endpoints: "embedded" as const
    }))
  }
})

/** URL of the application: a page of another origin. */
const application = Effect.map(
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer((_, response) => response.end("the application"))
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  ),
  (server) => {
    const address = server.address()
    return `http://localhost:${typeof address === "object" && address !== null ? address.port : 0}/callback`
  }
)

const open = Effect.gen(function* () {
  const { url } = yield* listen({ port: 0 })
  const redirect = yield* application
  const browser = yield* Effect.acquireRelease(
    Effect.promise(() => connectBrowser()),
    (browser) => Effect.promise(() => browser.close())
  )
  const addresses = { redirect_uri: redirect, error_redirect_url: `${redirect}/error` }
  /** Starts an OAuth flow in a new browser context. */
  const visit = <A>(provider: string, options: BrowserContextOptions, act: (page: Page) => Promise<A>) =>
    Effect.promise(async () => {
      const context = await browser.newContext(options)
      try {
        const page = await context.newPage()
        await page.goto(`${url}${authorizePath(provider, addresses)}`)
        return await act(page)
      } finally {
        await context.close()
      }
    })
  return { redirect, visit }
})

describe("a provider's page in Chromium", () => {
  it.live("signs in without JavaScript and returns to an application of another origin", () =>
    Effect.gen(function* () {
      const { redirect, visit } = yield* open
      const plain = { javaScriptEnabled: false }
      const typed = yield* visit("google", plain, async (page) => {
        await fillField(page, "Email", "grace@example.com")
        await page.getByLabel("Name").fill("Grace Hopper")
        await page.getByRole("button", { name: "Continue" }).click()
        return page.url()
      })
      assert.match(typed, /\/callback\?code=[\da-f]{64}&state=/)
      assert.isTrue(typed.startsWith(redirect))
      const picked = yield* visit("google", plain, async (page) => {
        await page.getByRole("button", { name: "Grace Hopper" }).click()
        return page.url()
      })
      assert.match(picked, /\/callback\?code=[\da-f]{64}&state=/)
      const denied = yield* visit("google", plain, async (page) => {
        await page.getByRole("button", { name: "Cancel" }).click()
        return page.url()
      })
      assert.include(denied, `${redirect}/error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED`)
    }).pipe(Effect.provide(layer({ seed })))
  )

  // Elements have the same dark colors for every provider: a light header, a dark one and an error page cover them.
  for (const [colorScheme, providers] of [
    ["light", OAuthProviderId.literals],
    ["dark", ["google", "github", "x"]]
  ] as const) {
    it.live(`has no accessibility violations and fits a phone: ${colorScheme}`, () =>
      Effect.gen(function* () {
        const { visit } = yield* open
        for (const provider of providers) {
          // axe is a script, which the page's own policy would block.
          const options = { colorScheme, bypassCSP: true, viewport: { width: 360, height: 740 } }
          const found = yield* visit(provider, options, async (page) => {
            await page.evaluate(axe)
            return page.evaluate(async () => ({
              violations: (await Reflect.get(globalThis, "axe").run()).violations.map(({ id }: { id: string }) => id),
              overflow: document.documentElement.scrollWidth - innerWidth
            }))
          })
          assert.deepStrictEqual(found, { violations: [], overflow: 0 }, provider)
        }
      }).pipe(Effect.provide(layer({ seed })))
    )
  }
})
