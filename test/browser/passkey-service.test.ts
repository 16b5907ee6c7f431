/** Tests passkeys end to end: a real browser with a virtual authenticator, and the service over HTTP. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { Page } from "playwright-core"
import { listen } from "../../service/server/listen.ts"
import { ada, asClient, seedWith, USER_ID } from "../service/fixture.ts"
import { layer } from "../../service/development.ts"
import { addAuthenticator } from "./authenticator.ts"
import { connectBrowser } from "./fixture.ts"

/** An empty page of an application on its own origin. */
const applicationPage = Effect.map(
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer((_, response) => {
        response.setHeader("content-type", "text/html")
        response.end("<!doctype html><title>App</title>")
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  ),
  (server) => {
    const address = server.address()
    return `http://localhost:${typeof address === "object" && address !== null ? address.port : 0}`
  }
)

const openBrowser = Effect.acquireRelease(
  Effect.promise(() => connectBrowser()),
  (browser) => Effect.promise(() => browser.close())
)

/** Opens a page whose virtual authenticator consents to everything. */
const openPage = (url: string) =>
  Effect.flatMap(openBrowser, (browser) =>
    Effect.promise(async () => {
      const page = await browser.newPage()
      await addAuthenticator(page)
      await page.goto(url)
      return page
    })
  )

/** Runs a client's WebAuthn calls in the page. */
const ceremonies = (page: Page, api: string) =>
  page.evaluate(
    async ({ ada, api, headers }) => {
      const post = async (path: string, json: object, token = "") => {
        const response = await fetch(`${api}/api/v1/auth/${path}`, {
          method: "POST",
          headers: {
            ...headers,
            "content-type": "application/json",
            ...(token !== "" && { "x-stack-access-token": token })
          },
          body: JSON.stringify(json)
        })
        return { status: response.status, json: await response.json() }
      }
      const { access_token } = (await post("password/sign-in", ada)).json

      const creation = (await post("passkey/initiate-passkey-registration", {}, access_token)).json
      const creationOptions = { ...creation.options_json, rp: { ...creation.options_json.rp, id: location.hostname } }
      const created = await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(creationOptions)
      })
      if (!(created instanceof PublicKeyCredential)) throw new Error("There is no new passkey")
      const registered = await post(
        "passkey/register",
        { credential: created.toJSON(), code: creation.code },
        access_token
      )

      const signIn = async () => {
        const request = (await post("passkey/initiate-passkey-authentication", {})).json
        const found = await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON({
            ...request.options_json,
            rpId: location.hostname
          })
        })
        if (!(found instanceof PublicKeyCredential)) throw new Error("There is no passkey")
        return { code: request.code, authentication_response: found.toJSON() }
      }
      const assertion = await signIn()
      const signedIn = await post("passkey/sign-in", assertion)
      const replayed = await post("passkey/sign-in", assertion)
      const again = await post("passkey/sign-in", await signIn())
      return { registered, id: created.id, signedIn, replayed, again }
    },
    { ada, api, headers: asClient }
  )

describe("a passkey in a browser", () => {
  it.live("is registered and signs its user in, with each challenge valid once", () =>
    Effect.gen(function* () {
      const { url: api } = yield* listen({ port: 0 })
      const page = yield* openPage(yield* applicationPage)
      const { again, id, registered, replayed, signedIn } = yield* Effect.promise(() => ceremonies(page, api))
      assert.deepStrictEqual(registered, { status: 200, json: { user_handle: id } })
      assert.strictEqual(signedIn.status, 200)
      assert.deepInclude(signedIn.json, { user_id: USER_ID, is_new_user: false })
      assert.deepStrictEqual([replayed.status, replayed.json.code], [409, "VERIFICATION_CODE_ALREADY_USED"])
      assert.deepInclude(again.json, { user_id: USER_ID })
    }).pipe(Effect.scoped, Effect.provide(layer({ seed: seedWith({ config: { passkeyEnabled: true } }) })))
  )
})
