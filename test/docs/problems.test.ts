/** Tests that `docs/problems.md` quotes the error messages that developers see. */
import { globSync, readFileSync } from "node:fs"
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

const root = join(import.meta.dirname, "../..")
const text = readFileSync(join(root, "docs/problems.md"), "utf8")
const page = text.replaceAll("`", "")

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

/** The sources without the quotes and operators between the parts of a text. */
const sources = globSync("{cli,core,react,service}/**/*.{ts,tsx}", { cwd: root })
  .map((file) => readFileSync(join(root, file), "utf8"))
  .join("\n")
  .replaceAll(/["'`]\s*\+\s*["'`]/g, "")

/** The first columns of the tables of messages that are not tested above, without those that describe a symptom. */
const quoted = ["In a React application", "At the start of `keystile dev`", "At the start of `keystile serve`"].flatMap(
  (heading) => {
    const [, section = ""] = text.split(`\n## ${heading}\n`)
    const [table = ""] = section.split("\n## ")
    return [...table.matchAll(/^\| ([^|]+?) +\|/gm)]
      .map(([, message = ""]) => message)
      .filter((message) => !/^-|^message$|^a sign-in method is missing/.test(message))
  }
)

/** Returns the parts of a message between its values: code, numbers, paths and what the page leaves out. */
const partsOf = (message: string) =>
  message
    .split(/…|`[^`]*`|\/[\w/-]+|\d+|[,:(] ?/)
    .map((part) => part.replaceAll(/^[\s.)]+|[\s.)]+$/g, ""))
    .filter((part) => part.length > 2)

it("quotes messages that are in the sources", () => {
  expect(quoted.length).toBeGreaterThan(15)
  const unknown = quoted.filter((message) => !partsOf(message).every((part) => sources.includes(part)))
  expect(unknown).toEqual([])
})
