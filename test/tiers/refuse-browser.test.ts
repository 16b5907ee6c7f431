/** Apps with secret keys do not start in a browser. */
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { ConfigurationError } from "../../core/config/configuration-error.ts"
import * as Admin from "../../tiers/admin.ts"
import { createAdminApp, createServerApp } from "../../tiers/promise/index.ts"
import * as Client from "../../tiers/client.ts"
import * as Server from "../../tiers/server.ts"

const options = {
  projectId: "internal",
  publishableClientKey: "pck_1",
  secretServerKey: "ssk_canary",
  superSecretAdminKey: "sak_canary",
  tokenStore: null
}

afterEach(() => {
  vi.unstubAllGlobals()
})

const makes = {
  "a server": () => Effect.runSync(Server.make(options)),
  "an admin": () => Effect.runSync(Admin.make(options)),
  "a server's app": () => createServerApp(options),
  "an admin's app": () => createAdminApp(options)
}

describe.each(Object.entries(makes))("%s", (_, make) => {
  it("starts on a server", () => {
    assert.isObject(make())
  })

  it("does not start in a browser, with an error that says what to do", () => {
    vi.stubGlobal("document", {})
    const failure = (() => {
      try {
        return make()
      } catch (error) {
        return error
      }
    })()
    assert.instanceOf(failure, ConfigurationError)
    assert.include(String(failure), "`allowInBrowser`")
    assert.notInclude(JSON.stringify(failure) + String(failure), "canary")
  })
})

describe("with a document", () => {
  it("fails before it requires keys", () => {
    vi.stubGlobal("document", {})
    const failure = Effect.runSync(Effect.flip(Server.make({ projectId: "internal", tokenStore: null })))
    assert.strictEqual(failure.option, "allowInBrowser")
  })

  it("starts in a test with a DOM if `allowInBrowser` is set", () => {
    vi.stubGlobal("document", {})
    assert.isObject(createServerApp({ ...options, allowInBrowser: true }))
    assert.isObject(createAdminApp({ ...options, allowInBrowser: true }))
  })

  it("starts without keys: a client, and an admin with the owner's session", () => {
    vi.stubGlobal("document", {})
    const client = Effect.runSync(Client.make(options))
    assert.isObject(createAdminApp({ ...options, projectOwnerSession: client.asProjectOwner }))
  })
})
