/**
 * The journeys of published clients, from the version that the wire is named after to the newest. They are installed
 * from the registry, with `npm run test:clients` only.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, beforeAll, describe } from "vitest"
import { npm } from "../../package/pack.mjs"
import { journeys } from "./journeys.ts"
import { loadUpstreamClient } from "./load-client.ts"
import { clientVersions } from "./published-versions.ts"

/** All versions are in one folder, each under a name of its own. */
const nameOf = (version: string) => `client-${version}`

describe.skipIf(process.env["KEYSTILE_INSTALL"] === undefined)("the published Stack Auth clients", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "keystile-clients-"))
    const dependencies = Object.fromEntries(
      clientVersions.map((version) => [nameOf(version), `npm:@stackframe/js@${version}`])
    )
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }))
    npm(["install", "--ignore-scripts"], folder)
  }, 600_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  describe.each(clientVersions)("version %s", (version) =>
    journeys(
      version,
      Effect.suspend(() => loadUpstreamClient(nameOf(version), folder))
    )
  )
})
