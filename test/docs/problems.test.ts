/** Tests that `docs/problems.md` quotes the error messages that developers see. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { ConfigurationError, RequestError } from "../../core/index.ts"
import {
  ModuleNotLoaded,
  NoConnection,
  NotAvailable,
  Offline,
  SessionChanged,
  TokensNotStored,
  UnexpectedBody
} from "../../core/errors/request-error.ts"
import { createClientApp, createServerApp } from "../../tiers/promise/index.ts"

const page = readFileSync(join(import.meta.dirname, "../../docs/problems.md"), "utf8").replaceAll("`", "")

const options = { projectId: "p", publishableClientKey: "pck_x", tokenStore: "memory" } as const

it.each<[string, () => unknown]>([
  ["a missing project id", () => createClientApp({ ...options, projectId: "" })],
  ["a project id with a space", () => createClientApp({ ...options, projectId: "a b" })],
  ["a missing key", () => createClientApp({ ...options, publishableClientKey: "" })],
  ["a key with a space", () => createClientApp({ ...options, publishableClientKey: "pck_ x" })],
  [
    "a secret key in place of the publishable one",
    () => createClientApp({ ...options, publishableClientKey: "ssk_x" })
  ],
  ["a base URL without a protocol", () => createClientApp({ ...options, baseUrl: "localhost:8102" })],
  [
    "a base URL with the path of the API",
    () => createServerApp({ ...options, secretServerKey: "ssk_x", baseUrl: "https://a.example/api/v1" })
  ]
])("quotes the message for %s", (_, make) => {
  try {
    make()
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    expect(page).toContain(error instanceof ConfigurationError ? error.problem.replaceAll("`", "") : "")
  }
})

const lost = { online: true, health: "unreachable" } as const
const broken = { online: true, health: "reachable" } as const

it.each([
  [new NoConnection({ description: "…", diagnostics: lost }), "the service cannot be reached (…)"],
  [
    new NoConnection({ description: "…", diagnostics: broken }),
    "the connection broke (…), though the service can be reached"
  ],
  [new ModuleNotLoaded({ module: "…", description: "…" }), "its code could not be loaded (…)"],
  [new Offline(), "this device is offline"],
  [new NotAvailable({ cause: "tier", explanation: "it needs the tier …" }), "it needs the tier …"],
  [new NotAvailable({ cause: "server", explanation: "… does not have this call" }), "… does not have this call"],
  [new SessionChanged(), "another user has signed in meanwhile"],
  [new TokensNotStored({ problem: "no-store" }), "the tokens cannot be stored (no-store)"],
  [new TokensNotStored({ problem: "cookie-too-large" }), "the tokens cannot be stored (cookie-too-large)"],
  [new TokensNotStored({ problem: "storage-failed" }), "the tokens cannot be stored (storage-failed)"],
  [new UnexpectedBody({ issue: null }), "the response is not what this call declares, no JSON"]
])("quotes the message of a failed request: %s", (reason, text) => {
  expect(new RequestError({ endpoint: "GET /users/me", reason }).message).toContain(text)
  expect(page).toContain(text)
})
